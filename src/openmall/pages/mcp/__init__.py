"""The MCP endpoints of a mall: tools for shoppers' agents, and for apps of the mall.

The SDK is imported by `protocol` when an endpoint is first used (decision 48).
"""
