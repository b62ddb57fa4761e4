{
 "views": {
  "": {
   "round": 5,
   "phase": {
    "singular": "Fire",
    "plural": "",
    "n": null,
    "values": {}
   },
   "facts": [
    {
     "name": "rounds",
     "label": {
      "singular": "Rounds",
      "plural": "",
      "n": null,
      "values": {}
     },
     "value": 9
    }
   ],
   "units": [
    {
     "id": "blue-1",
     "side": "blue",
     "name": "Hare 1",
     "model": "Hare",
     "in_play": false,
     "status": {
      "singular": "lost",
      "plural": "",
      "n": null,
      "values": {}
     },
     "facts": [
      {
       "name": "damage",
       "label": {
        "singular": "Damage",
        "plural": "",
        "n": null,
        "values": {}
       },
       "value": {
        "singular": "%(damage)s of %(armour)s",
        "plural": "",
        "n": null,
        "values": {
         "damage": 1,
         "armour": 1
        }
       }
      },
      {
       "name": "acted",
       "label": {
        "singular": "Acted",
        "plural": "",
        "n": null,
        "values": {}
       },
       "value": false
      },
      {
       "name": "card",
       "label": {
        "singular": "Card",
        "plural": "",
        "n": null,
        "values": {}
       },
       "value": {
        "singular": "face down",
        "plural": "",
        "n": null,
        "values": {}
       }
      }
     ]
    },
    {
     "id": "blue-2",
     "side": "blue",
     "name": "Hare 2",
     "model": "Hare",
     "in_play": false,
     "status": {
      "singular": "lost",
      "plural": "",
      "n": null,
      "values": {}
     },
     "facts": [
      {
       "name": "damage",
       "label": {
        "singular": "Damage",
        "plural": "",
        "n": null,
        "values": {}
       },
       "value": {
        "singular": "%(damage)s of %(armour)s",
        "plural": "",
        "n": null,
        "values": {
         "damage": 1,
         "armour": 1
        }
       }
      },
      {
       "name": "acted",
       "label": {
        "singular": "Acted",
        "plural": "",
        "n": null,
        "values": {}
       },
       "value": false
      },
      {
       "name": "card",
       "label": {
        "singular": "Card",
        "plural": "",
        "n": null,
        "values": {}
       },
       "value": {
        "singular": "face down",
        "plural": "",
        "n": null,
        "values": {}
       }
      }
     ]
    },
    {
     "id": "blue-3",
     "side": "blue",
     "name": "Hare 3",
     "model": "Hare",
     "in_play": true,
     "status": {
      "singular": "fit",
      "plural": "",
      "n": null,
      "values": {}
     },
     "facts": [
      {
       "name": "damage",
       "label": {
        "singular": "Damage",
        "plural": "",
        "n": null,
        "values": {}
       },
       "value": {
        "singular": "%(damage)s of %(armour)s",
        "plural": "",
        "n": null,
        "values": {
         "damage": 0,
         "armour": 1
        }
       }
      },
      {
       "name": "acted",
       "label": {
        "singular": "Acted",
        "plural": "",
        "n": null,
        "values": {}
       },
       "value": false
      },
      {
       "name": "card",
       "label": {
        "singular": "Card",
        "plural": "",
        "n": null,
        "values": {}
       },
       "value": {
        "singular": "face down",
        "plural": "",
        "n": null,
        "values": {}
       }
      }
     ]
    },
    {
     "id": "red-1",
     "side": "red",
     "name": "Boar 1",
     "model": "Boar",
     "in_play": true,
     "status": {
      "singular": "damaged",
      "plural": "",
      "n": null,
      "values": {}
     },
     "facts": [
      {
       "name": "damage",
       "label": {
        "singular": "Damage",
        "plural": "",
        "n": null,
        "values": {}
       },
       "value": {
        "singular": "%(damage)s of %(armour)s",
        "plural": "",
        "n": null,
        "values": {
         "damage": 1,
         "armour": 2
        }
       }
      },
      {
       "name": "acted",
       "label": {
        "singular": "Acted",
        "plural": "",
        "n": null,
        "values": {}
       },
       "value": false
      },
      {
       "name": "card",
       "label": {
        "singular": "Card",
        "plural": "",
        "n": null,
        "values": {}
       },
       "value": "Smoke"
      }
     ]
    }
   ],
   "pending": null,
   "waiting_for": []
  },
  "blue": {
   "round": 5,
   "phase": {
    "singular": "Fire",
    "plural": "",
    "n": null,
    "values": {}
   },
   "facts": [
    {
     "name": "rounds",
     "label": {
      "singular": "Rounds",
      "plural": "",
      "n": null,
      "values": {}
     },
     "value": 9
    }
   ],
   "units": [
    {
     "id": "blue-1",
     "side": "blue",
     "name": "Hare 1",
     "model": "Hare",
     "in_play": false,
     "status": {
      "singular": "lost",
      "plural": "",
      "n": null,
      "values": {}
     },
     "facts": [
      {
       "name": "damage",
       "label": {
        "singular": "Damage",
        "plural": "",
        "n": null,
        "values": {}
       },
       "value": {
        "singular": "%(damage)s of %(armour)s",
        "plural": "",
        "n": null,
        "values": {
         "damage": 1,
         "armour": 1
        }
       }
      },
      {
       "name": "acted",
       "label": {
        "singular": "Acted",
        "plural": "",
        "n": null,
        "values": {}
       },
       "value": false
      },
      {
       "name": "card",
       "label": {
        "singular": "Card",
        "plural": "",
        "n": null,
        "values": {}
       },
       "value": "Smoke"
      }
     ]
    },
    {
     "id": "blue-2",
     "side": "blue",
     "name": "Hare 2",
     "model": "Hare",
     "in_play": false,
     "status": {
      "singular": "lost",
      "plural": "",
      "n": null,
      "values": {}
     },
     "facts": [
      {
       "name": "damage",
       "label": {
        "singular": "Damage",
        "plural": "",
        "n": null,
        "values": {}
       },
       "value": {
        "singular": "%(damage)s of %(armour)s",
        "plural": "",
        "n": null,
        "values": {
         "damage": 1,
         "armour": 1
        }
       }
      },
      {
       "name": "acted",
       "label": {
        "singular": "Acted",
        "plural": "",
        "n": null,
        "values": {}
       },
       "value": false
      },
      {
       "name": "card",
       "label": {
        "singular": "Card",
        "plural": "",
        "n": null,
        "values": {}
       },
       "value": "Smoke"
      }
     ]
    },
    {
     "id": "blue-3",
     "side": "blue",
     "name": "Hare 3",
     "model": "Hare",
     "in_play": true,
     "status": {
      "singular": "fit",
      "plural": "",
      "n": null,
      "values": {}
     },
     "facts": [
      {
       "name": "damage",
       "label": {
        "singular": "Damage",
        "plural": "",
        "n": null,
        "values": {}
       },
       "value": {
        "singular": "%(damage)s of %(armour)s",
        "plural": "",
        "n": null,
        "values": {
         "damage": 0,
         "armour": 1
        }
       }
      },
      {
       "name": "acted",
       "label": {
        "singular": "Acted",
        "plural": "",
        "n": null,
        "values": {}
       },
       "value": false
      },
      {
       "name": "card",
       "label": {
        "singular": "Card",
        "plural": "",
        "n": null,
        "values": {}
       },
       "value": "Smoke"
      }
     ]
    },
    {
     "id": "red-1",
     "side": "red",
     "name": "Boar 1",
     "model": "Boar",
     "in_play": true,
     "status": {
      "singular": "damaged",
      "plural": "",
      "n": null,
      "values": {}
     },
     "facts": [
      {
       "name": "damage",
       "label": {
        "singular": "Damage",
        "plural": "",
        "n": null,
        "values": {}
       },
       "value": {
        "singular": "%(damage)s of %(armour)s",
        "plural": "",
        "n": null,
        "values": {
         "damage": 1,
         "armour": 2
        }
       }
      },
      {
       "name": "acted",
       "label": {
        "singular": "Acted",
        "plural": "",
        "n": null,
        "values": {}
       },
       "value": false
      },
      {
       "name": "card",
       "label": {
        "singular": "Card",
        "plural": "",
        "n": null,
        "values": {}
       },
       "value": "Smoke"
      }
     ]
    }
   ],
   "pending": null,
   "waiting_for": []
  },
  "red": {
   "round": 5,
   "phase": {
    "singular": "Fire",
    "plural": "",
    "n": null,
    "values": {}
   },
   "facts": [
    {
     "name": "rounds",
     "label": {
      "singular": "Rounds",
      "plural": "",
      "n": null,
      "values": {}
     },
     "value": 9
    }
   ],
   "units": [
    {
     "id": "blue-1",
     "side": "blue",
     "name": "Hare 1",
     "model": "Hare",
     "in_play": false,
     "status": {
      "singular": "lost",
      "plural": "",
      "n": null,
      "values": {}
     },
     "facts": [
      {
       "name": "damage",
       "label": {
        "singular": "Damage",
        "plural": "",
        "n": null,
        "values": {}
       },
       "value": {
        "singular": "%(damage)s of %(armour)s",
        "plural": "",
        "n": null,
        "values": {
         "damage": 1,
         "armour": 1
        }
       }
      },
      {
       "name": "acted",
       "label": {
        "singular": "Acted",
        "plural": "",
        "n": null,
        "values": {}
       },
       "value": false
      },
      {
       "name": "card",
       "label": {
        "singular": "Card",
        "plural": "",
        "n": null,
        "values": {}
       },
       "value": {
        "singular": "face down",
        "plural": "",
        "n": null,
        "values": {}
       }
      }
     ]
    },
    {
     "id": "blue-2",
     "side": "blue",
     "name": "Hare 2",
     "model": "Hare",
     "in_play": false,
     "status": {
      "singular": "lost",
      "plural": "",
      "n": null,
      "values": {}
     },
     "facts": [
      {
       "name": "damage",
       "label": {
        "singular": "Damage",
        "plural": "",
        "n": null,
        "values": {}
       },
       "value": {
        "singular": "%(damage)s of %(armour)s",
        "plural": "",
        "n": null,
        "values": {
         "damage": 1,
         "armour": 1
        }
       }
      },
      {
       "name": "acted",
       "label": {
        "singular": "Acted",
        "plural": "",
        "n": null,
        "values": {}
       },
       "value": false
      },
      {
       "name": "card",
       "label": {
        "singular": "Card",
        "plural": "",
        "n": null,
        "values": {}
       },
       "value": {
        "singular": "face down",
        "plural": "",
        "n": null,
        "values": {}
       }
      }
     ]
    },
    {
     "id": "blue-3",
     "side": "blue",
     "name": "Hare 3",
     "model": "Hare",
     "in_play": true,
     "status": {
      "singular": "fit",
      "plural": "",
      "n": null,
      "values": {}
     },
     "facts": [
      {
       "name": "damage",
       "label": {
        "singular": "Damage",
        "plural": "",
        "n": null,
        "values": {}
       },
       "value": {
        "singular": "%(damage)s of %(armour)s",
        "plural": "",
        "n": null,
        "values": {
         "damage": 0,
         "armour": 1
        }
       }
      },
      {
       "name": "acted",
       "label": {
        "singular": "Acted",
        "plural": "",
        "n": null,
        "values": {}
       },
       "value": false
      },
      {
       "name": "card",
       "label": {
        "singular": "Card",
        "plural": "",
        "n": null,
        "values": {}
       },
       "value": {
        "singular": "face down",
        "plural": "",
        "n": null,
        "values": {}
       }
      }
     ]
    },
    {
     "id": "red-1",
     "side": "red",
     "name": "Boar 1",
     "model": "Boar",
     "in_play": true,
     "status": {
      "singular": "damaged",
      "plural": "",
      "n": null,
      "values": {}
     },
     "facts": [
      {
       "name": "damage",
       "label": {
        "singular": "Damage",
        "plural": "",
        "n": null,
        "values": {}
       },
       "value": {
        "singular": "%(damage)s of %(armour)s",
        "plural": "",
        "n": null,
        "values": {
         "damage": 1,
         "armour": 2
        }
       }
      },
      {
       "name": "acted",
       "label": {
        "singular": "Acted",
        "plural": "",
        "n": null,
        "values": {}
       },
       "value": false
      },
      {
       "name": "card",
       "label": {
        "singular": "Card",
        "plural": "",
        "n": null,
        "values": {}
       },
       "value": "Smoke"
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
   "red": 2
  },
  "field": "blue",
  "how": {
   "singular": "no enemy is left",
   "plural": "",
   "n": null,
   "values": {}
  },
  "units": [
   {
    "id": "blue-1",
    "side": "blue",
    "fate": "lost",
    "condition": {
     "damage": 1,
     "lost": true
    },
    "feats": []
   },
   {
    "id": "blue-2",
    "side": "blue",
    "fate": "lost",
    "condition": {
     "damage": 1,
     "lost": true
    },
    "feats": []
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
      "report": 8,
      "of": "red-1",
      "n": 1
     },
     {
      "kind": "shot",
      "report": 16,
      "of": "red-1",
      "n": 1
     },
     {
      "kind": "hit",
      "report": 16,
      "of": "red-1",
      "n": 1
     },
     {
      "kind": "damage",
      "report": 17,
      "of": "red-1",
      "n": 1
     }
    ]
   },
   {
    "id": "red-1",
    "side": "red",
    "fate": "damaged",
    "condition": {
     "damage": 1,
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
      "kind": "hit",
      "report": 4,
      "of": "blue-1",
      "n": 1
     },
     {
      "kind": "damage",
      "report": 5,
      "of": "blue-1",
      "n": 1
     },
     {
      "kind": "kill",
      "report": 5,
      "of": "blue-1",
      "n": 1
     },
     {
      "kind": "shot",
      "report": 9,
      "of": "blue-2",
      "n": 1
     },
     {
      "kind": "hit",
      "report": 9,
      "of": "blue-2",
      "n": 1
     },
     {
      "kind": "damage",
      "report": 10,
      "of": "blue-2",
      "n": 1
     },
     {
      "kind": "kill",
      "report": 10,
      "of": "blue-2",
      "n": 1
     }
    ]
   }
  ]
 }
}
