"""Every fault that regkg raises on purpose: one base, many one-line leaves, passing faults apart from final ones.

The message of each says what is wrong, where, and what to do. `exit_code` is what the command line ends with.
"""

from __future__ import annotations


class RegkgError(Exception):
    """Base of every fault that a user can mend; never shown with a traceback."""

    exit_code = 1


class UsageError(RegkgError):
    """Wrong use or bad input."""

    exit_code = 2


class SourceError(UsageError):
    """A source file that can't be read."""


class SettingsError(UsageError):
    """A setting that is unknown or has a value out of range."""


class QueryError(UsageError):
    """A query that is unknown, lacks a parameter, or is refused by the store."""


class WriteRefused(QueryError):
    """A query that would write where only reading is allowed."""


class Missing(RegkgError):
    """Something that is needed and not there: a package, a server, a program."""

    exit_code = 3


class ExtraMissing(Missing):
    """An optional package that is not installed; the message carries the pip line."""


class Transient(RegkgError):
    """A fault that may be gone later."""

    exit_code = 75


class StoreBusy(Transient):
    """Another process holds the store."""


class StoreUnreachable(Transient):
    """The server does not answer."""


class StoreError(RegkgError):
    """A store that refuses or fails for another reason."""
