"""Readers: from each format's bytes to the lines of the text, without a word of the law's structure."""
