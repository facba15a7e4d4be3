"""The Salesreport area: reports of sales; read only."""
