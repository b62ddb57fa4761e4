"""The pages of campaigns and of people; and who may open a battle's page."""
