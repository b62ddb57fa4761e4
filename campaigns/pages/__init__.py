"""The pages of campaigns and accounts, and who may open a battle's page."""
