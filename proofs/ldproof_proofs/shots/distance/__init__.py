"""What people who differ in d rounds can be told apart by."""
