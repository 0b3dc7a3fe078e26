"""The object domain and the functional subdomain of documents and provisions (first paper, 2.2.2), with the evidence."""

from ingest.taxonomy.documents import DOMAINS, SUBDOMAINS, topic_of
from ingest.taxonomy.provisions import classified, subdomain_named

__all__ = ["DOMAINS", "SUBDOMAINS", "classified", "subdomain_named", "topic_of"]
