"""The private tests' answers: private, and the best of them."""
