{
 "views": {
  "": {
   "round": 6,
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
       "value": true
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
     "id": "red-2",
     "side": "red",
     "name": "Boar 2",
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
   "round": 6,
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
       "value": "Decoy"
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
       "value": true
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
     "id": "red-2",
     "side": "red",
     "name": "Boar 2",
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
   "round": 6,
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
       "value": true
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
       "value": "Decoy"
      }
     ]
    },
    {
     "id": "red-2",
     "side": "red",
     "name": "Boar 2",
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
   "red": 1
  },
  "field": "blue",
  "how": {
   "singular": "the other side conceded",
   "plural": "",
   "n": null,
   "values": {}
  },
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
