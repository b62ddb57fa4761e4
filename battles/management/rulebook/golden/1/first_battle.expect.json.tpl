{
  "views": {
    "": {
      "round": 4,
      "facts": [
        {
          "name": "rounds",
          "value": 10
        }
      ],
      "units": [
        {
          "id": "blue-1",
          "side": "blue",
          "name": "Hare 1",
          "model": "Hare",
          "in_play": false,
          "facts": [
            {
              "name": "damage",
              "value": [
                1,
                2
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
        },
        {
          "id": "blue-2",
          "side": "blue",
          "name": "Hare 2",
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
          "id": "red-3",
          "side": "red",
          "name": "Boar 3",
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
            }
          ]
        }
      ],
      "pending": null,
      "waiting_for": []
    },
    "blue": {
      "round": 4,
      "facts": [
        {
          "name": "rounds",
          "value": 10
        }
      ],
      "units": [
        {
          "id": "blue-1",
          "side": "blue",
          "name": "Hare 1",
          "model": "Hare",
          "in_play": false,
          "facts": [
            {
              "name": "damage",
              "value": [
                1,
                2
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
        },
        {
          "id": "blue-2",
          "side": "blue",
          "name": "Hare 2",
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
          "id": "red-3",
          "side": "red",
          "name": "Boar 3",
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
            }
          ]
        }
      ],
      "pending": null,
      "waiting_for": []
    },
    "red": {
      "round": 4,
      "facts": [
        {
          "name": "rounds",
          "value": 10
        }
      ],
      "units": [
        {
          "id": "blue-1",
          "side": "blue",
          "name": "Hare 1",
          "model": "Hare",
          "in_play": false,
          "facts": [
            {
              "name": "damage",
              "value": [
                1,
                2
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
        },
        {
          "id": "blue-2",
          "side": "blue",
          "name": "Hare 2",
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
              "name": "card",
              "value": [
                "Smoke"
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
          "id": "red-3",
          "side": "red",
          "name": "Boar 3",
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
    "winner": "red",
    "points": {
      "blue": 0,
      "red": 2
    },
    "field": "red",
    "units": [
      {
        "id": "blue-1",
        "side": "blue",
        "fate": "lost",
        "condition": {
          "damage": 2,
          "lost": true
        },
        "feats": [
          {
            "kind": "shot",
            "report": 6,
            "of": "red-1",
            "n": 1
          },
          {
            "kind": "shot",
            "report": 11,
            "of": "red-1",
            "n": 1
          },
          {
            "kind": "shot",
            "report": 22,
            "of": "red-1",
            "n": 1
          }
        ]
      },
      {
        "id": "blue-2",
        "side": "blue",
        "fate": "fit",
        "condition": {
          "damage": 0,
          "lost": false
        },
        "feats": [
          {
            "kind": "shot",
            "report": 9,
            "of": "red-2",
            "n": 1
          },
          {
            "kind": "shot",
            "report": 15,
            "of": "red-1",
            "n": 1
          },
          {
            "kind": "hit",
            "report": 15,
            "of": "red-1",
            "n": 1
          },
          {
            "kind": "damage",
            "report": 16,
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
            "of": "blue-1",
            "n": 1
          },
          {
            "kind": "hit",
            "report": 2,
            "of": "blue-1",
            "n": 1
          },
          {
            "kind": "shot",
            "report": 13,
            "of": "blue-2",
            "n": 1
          },
          {
            "kind": "shot",
            "report": 21,
            "of": "blue-1",
            "n": 1
          }
        ]
      },
      {
        "id": "red-2",
        "side": "red",
        "fate": "fit",
        "condition": {
          "damage": 0,
          "lost": false
        },
        "feats": [
          {
            "kind": "shot",
            "report": 4,
            "of": "blue-1",
            "n": 1
          },
          {
            "kind": "shot",
            "report": 23,
            "of": "blue-1",
            "n": 1
          },
          {
            "kind": "hit",
            "report": 23,
            "of": "blue-1",
            "n": 2
          },
          {
            "kind": "damage",
            "report": 23,
            "of": "blue-1",
            "n": 2
          },
          {
            "kind": "kill",
            "report": 23,
            "of": "blue-1",
            "n": 1
          }
        ]
      },
      {
        "id": "red-3",
        "side": "red",
        "fate": "fit",
        "condition": {
          "damage": 0,
          "lost": false
        },
        "feats": [
          {
            "kind": "shot",
            "report": 5,
            "of": "blue-1",
            "n": 1
          },
          {
            "kind": "shot",
            "report": 18,
            "of": "blue-2",
            "n": 1
          },
          {
            "kind": "hit",
            "report": 18,
            "of": "blue-2",
            "n": 1
          },
          {
            "kind": "damage",
            "report": 19,
            "of": "blue-2",
            "n": 1
          },
          {
            "kind": "kill",
            "report": 19,
            "of": "blue-2",
            "n": 1
          }
        ]
      }
    ]
  }
}
