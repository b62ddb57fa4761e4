"""Addresses of the steps that prepare a campaign."""

from __future__ import annotations

from django.urls import reverse

from campaigns.admin.desk.steps import Step, after
from campaigns.models import Campaign


def step_url(campaign: Campaign, step: Step) -> str:
    return f"{reverse('admin:campaigns_campaign_change', args=[campaign.pk])}?step={step.key}"


def next_url(campaign: Campaign, step: Step) -> str:
    """The address of the next step; after the last, of the preview before opening."""
    following = after(step)
    return step_url(campaign, following) if following else opening_url(campaign)


def opening_url(campaign: Campaign) -> str:
    return reverse("admin:campaigns_campaign_opening", args=[campaign.pk])
