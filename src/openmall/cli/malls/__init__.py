"""Commands about malls, their people, settings and figures."""
