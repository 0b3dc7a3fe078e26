"""The graph: records, the two stores behind one interface, schema, named queries, provenance, export, settings, errors.

Everything above (ingest, align, qa, bench, regkg) builds on this package; it imports none of them.
"""
