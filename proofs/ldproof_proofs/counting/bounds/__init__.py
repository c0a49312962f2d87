"""What the bounds on Glance's error rest on."""
