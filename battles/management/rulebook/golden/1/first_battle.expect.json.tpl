{
  "views": {
    "": {
      "round": 6,
      "facts": [
        {
          "name": "rounds",
          "value": 7
        }
      ],
      "units": [
        {
          "id": "blue-1",
          "side": "blue",
          "name": "Hare 1",
          "model": "Hare",
          "in_play": true,
          "facts": [
            {
              "name": "damage",
              "value": [
                1,
                0
              ]
            },
            {
              "name": "acted",
              "value": false
            }
          ]
        },
        {
          "id": "blue-2",
          "side": "blue",
          "name": "Hare 2",
          "model": "Hare",
          "in_play": false,
          "facts": [
            {
              "name": "damage",
              "value": [
                1,
                1
              ]
            },
            {
              "name": "acted",
              "value": false
            },
            {
              "name": "card"
            }
          ]
        },
        {
          "id": "blue-3",
          "side": "blue",
          "name": "Hare 3",
          "model": "Hare",
          "in_play": true,
          "facts": [
            {
              "name": "damage",
              "value": [
                1,
                0
              ]
            },
            {
              "name": "acted",
              "value": true
            },
            {
              "name": "card"
            }
          ]
        },
        {
          "id": "red-1",
          "side": "red",
          "name": "Boar 1",
          "model": "Boar",
          "in_play": true,
          "facts": [
            {
              "name": "damage",
              "value": [
                2,
                0
              ]
            },
            {
              "name": "acted",
              "value": false
            },
            {
              "name": "card"
            }
          ]
        },
        {
          "id": "red-2",
          "side": "red",
          "name": "Boar 2",
          "model": "Boar",
          "in_play": true,
          "facts": [
            {
              "name": "damage",
              "value": [
                2,
                1
              ]
            },
            {
              "name": "acted",
              "value": false
            },
            {
              "name": "card",
              "value": [
                "Smoke"
              ]
            }
          ]
        }
      ],
      "pending": null,
      "waiting_for": []
    },
    "blue": {
      "round": 6,
      "facts": [
        {
          "name": "rounds",
          "value": 7
        }
      ],
      "units": [
        {
          "id": "blue-1",
          "side": "blue",
          "name": "Hare 1",
          "model": "Hare",
          "in_play": true,
          "facts": [
            {
              "name": "damage",
              "value": [
                1,
                0
              ]
            },
            {
              "name": "acted",
              "value": false
            }
          ]
        },
        {
          "id": "blue-2",
          "side": "blue",
          "name": "Hare 2",
          "model": "Hare",
          "in_play": false,
          "facts": [
            {
              "name": "damage",
              "value": [
                1,
                1
              ]
            },
            {
              "name": "acted",
              "value": false
            },
            {
              "name": "card",
              "value": [
                "Decoy"
              ]
            }
          ]
        },
        {
          "id": "blue-3",
          "side": "blue",
          "name": "Hare 3",
          "model": "Hare",
          "in_play": true,
          "facts": [
            {
              "name": "damage",
              "value": [
                1,
                0
              ]
            },
            {
              "name": "acted",
              "value": true
            },
            {
              "name": "card",
              "value": [
                "Smoke"
              ]
            }
          ]
        },
        {
          "id": "red-1",
          "side": "red",
          "name": "Boar 1",
          "model": "Boar",
          "in_play": true,
          "facts": [
            {
              "name": "damage",
              "value": [
                2,
                0
              ]
            },
            {
              "name": "acted",
              "value": false
            },
            {
              "name": "card"
            }
          ]
        },
        {
          "id": "red-2",
          "side": "red",
          "name": "Boar 2",
          "model": "Boar",
          "in_play": true,
          "facts": [
            {
              "name": "damage",
              "value": [
                2,
                1
              ]
            },
            {
              "name": "acted",
              "value": false
            },
            {
              "name": "card",
              "value": [
                "Smoke"
              ]
            }
          ]
        }
      ],
      "pending": null,
      "waiting_for": []
    },
    "red": {
      "round": 6,
      "facts": [
        {
          "name": "rounds",
          "value": 7
        }
      ],
      "units": [
        {
          "id": "blue-1",
          "side": "blue",
          "name": "Hare 1",
          "model": "Hare",
          "in_play": true,
          "facts": [
            {
              "name": "damage",
              "value": [
                1,
                0
              ]
            },
            {
              "name": "acted",
              "value": false
            }
          ]
        },
        {
          "id": "blue-2",
          "side": "blue",
          "name": "Hare 2",
          "model": "Hare",
          "in_play": false,
          "facts": [
            {
              "name": "damage",
              "value": [
                1,
                1
              ]
            },
            {
              "name": "acted",
              "value": false
            },
            {
              "name": "card"
            }
          ]
        },
        {
          "id": "blue-3",
          "side": "blue",
          "name": "Hare 3",
          "model": "Hare",
          "in_play": true,
          "facts": [
            {
              "name": "damage",
              "value": [
                1,
                0
              ]
            },
            {
              "name": "acted",
              "value": true
            },
            {
              "name": "card"
            }
          ]
        },
        {
          "id": "red-1",
          "side": "red",
          "name": "Boar 1",
          "model": "Boar",
          "in_play": true,
          "facts": [
            {
              "name": "damage",
              "value": [
                2,
                0
              ]
            },
            {
              "name": "acted",
              "value": false
            },
            {
              "name": "card",
              "value": [
                "Decoy"
              ]
            }
          ]
        },
        {
          "id": "red-2",
          "side": "red",
          "name": "Boar 2",
          "model": "Boar",
          "in_play": true,
          "facts": [
            {
              "name": "damage",
              "value": [
                2,
                1
              ]
            },
            {
              "name": "acted",
              "value": false
            },
            {
              "name": "card",
              "value": [
                "Smoke"
              ]
            }
          ]
        }
      ],
      "pending": null,
      "waiting_for": []
    }
  },
  "outcome": {
    "over": true,
    "winner": "blue",
    "points": {
      "blue": 1,
      "red": 1
    },
    "field": "blue",
    "units": [
      {
        "id": "blue-1",
        "side": "blue",
        "fate": "fit",
        "condition": {
          "damage": 0,
          "lost": false
        },
        "feats": [
          {
            "kind": "shot",
            "report": 8,
            "of": "red-1",
            "n": 1
          },
          {
            "kind": "hit",
            "report": 8,
            "of": "red-1",
            "n": 1
          },
          {
            "kind": "damage",
            "report": 9,
            "of": "red-1",
            "n": 1
          },
          {
            "kind": "shot",
            "report": 18,
            "of": "red-2",
            "n": 1
          },
          {
            "kind": "hit",
            "report": 18,
            "of": "red-2",
            "n": 1
          },
          {
            "kind": "damage",
            "report": 18,
            "of": "red-2",
            "n": 1
          },
          {
            "kind": "kill",
            "report": 18,
            "of": "red-2",
            "n": 1
          },
          {
            "kind": "shot",
            "report": 27,
            "of": "red-1",
            "n": 1
          },
          {
            "kind": "shot",
            "report": 29,
            "of": "red-1",
            "n": 1
          }
        ]
      },
      {
        "id": "blue-2",
        "side": "blue",
        "fate": "lost",
        "condition": {
          "damage": 1,
          "lost": true
        },
        "feats": [
          {
            "kind": "shot",
            "report": 5,
            "of": "red-2",
            "n": 1
          },
          {
            "kind": "hit",
            "report": 5,
            "of": "red-2",
            "n": 1
          },
          {
            "kind": "damage",
            "report": 6,
            "of": "red-2",
            "n": 1
          }
        ]
      },
      {
        "id": "blue-3",
        "side": "blue",
        "fate": "fit",
        "condition": {
          "damage": 0,
          "lost": false
        },
        "feats": [
          {
            "kind": "shot",
            "report": 15,
            "of": "red-2",
            "n": 1
          },
          {
            "kind": "hit",
            "report": 15,
            "of": "red-2",
            "n": 1
          },
          {
            "kind": "shot",
            "report": 21,
            "of": "red-1",
            "n": 1
          },
          {
            "kind": "shot",
            "report": 30,
            "of": "red-1",
            "n": 1
          }
        ]
      },
      {
        "id": "red-1",
        "side": "red",
        "fate": "fit",
        "condition": {
          "damage": 0,
          "lost": false
        },
        "feats": [
          {
            "kind": "shot",
            "report": 2,
            "of": "blue-3",
            "n": 1
          },
          {
            "kind": "shot",
            "report": 22,
            "of": "blue-3",
            "n": 1
          }
        ]
      },
      {
        "id": "red-2",
        "side": "red",
        "fate": "damaged",
        "condition": {
          "damage": 1,
          "lost": false
        },
        "feats": [
          {
            "kind": "shot",
            "report": 12,
            "of": "blue-2",
            "n": 1
          },
          {
            "kind": "hit",
            "report": 12,
            "of": "blue-2",
            "n": 1
          },
          {
            "kind": "damage",
            "report": 13,
            "of": "blue-2",
            "n": 1
          },
          {
            "kind": "kill",
            "report": 13,
            "of": "blue-2",
            "n": 1
          }
        ]
      }
    ]
  }
}
