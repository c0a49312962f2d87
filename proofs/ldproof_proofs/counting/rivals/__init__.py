"""What the bounds on Harmony's and Basic One-time RAPPOR's error rest on."""
