"""The law of transcripts and of estimates."""
