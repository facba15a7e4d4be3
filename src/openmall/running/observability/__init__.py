"""What an operator watches an installation by: is it well, how much does it do, what it logs."""
