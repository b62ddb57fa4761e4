"""Operations at `posts`. Made by clients/python/generate.py. Not to be edited."""

from __future__ import annotations

from leaguer_client.shapes import (
    EditPost,
    HidePost,
    Post,
    React,
    ReportPost,
)
from leaguer_client.transport import Transport


class PostsOperations(Transport):
    """What is asked and told at `/api/v1/posts/`."""

    def read_a_post(self, id: str) -> Post:
        """As you may read it."""
        return self.call("GET", f"/posts/{self.quoted(id)}/", Post)

    def edit_a_post(self, id: str, body: EditPost) -> Post:
        """One of your own, for a quarter of an hour."""
        return self.call("POST", f"/posts/{self.quoted(id)}/", Post, body=body)

    def delete_a_post(self, id: str) -> None:
        """One of your own, with its photos."""
        return self.call("DELETE", f"/posts/{self.quoted(id)}/", None)

    def hide_a_post(self, id: str, body: HidePost) -> Post:
        """Or show it again: by an organiser or umpire of the campaign, for a reason. What was done stays on
        record."""
        return self.call("POST", f"/posts/{self.quoted(id)}/hiding/", Post, body=body)

    def download_a_photo(self, id: str, number: str) -> bytes:
        """The photo of a post by its number, from 1."""
        return self.call("GET", f"/posts/{self.quoted(id)}/photos/{self.quoted(number)}/", bytes)

    def react_to_a_post(self, id: str, body: React) -> Post:
        """Each kind once; asked again, it stays."""
        return self.call("POST", f"/posts/{self.quoted(id)}/reactions/", Post, body=body)

    def report_a_post(self, id: str, body: ReportPost) -> None:
        """To the organisers and umpires of the campaign. Its author does not learn by whom."""
        return self.call("POST", f"/posts/{self.quoted(id)}/reports/", None, body=body)
