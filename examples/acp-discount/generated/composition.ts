// Made by a2agen compose. Do not edit.

import type { Composition } from "@a2agen/runtime/negotiation";

/** For readers: unknown fields are ignored. */
export const open: Composition = {
  "base": {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Checkout",
    "description": "The part of a checkout that this example needs.",
    "$defs": {
      "CheckoutRequest": {
        "description": "Creates or updates a checkout session.",
        "type": "object",
        "properties": {
          "line_items": {
            "type": "array",
            "items": {
              "$ref": "#/$defs/RequestedItem"
            }
          },
          "capabilities": {
            "$ref": "#/$defs/RequestCapabilities"
          }
        },
        "required": [
          "line_items"
        ]
      },
      "RequestedItem": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "minLength": 1
          },
          "quantity": {
            "type": "integer",
            "minimum": 1
          }
        },
        "required": [
          "id",
          "quantity"
        ]
      },
      "RequestCapabilities": {
        "description": "What the agent can do.",
        "type": "object",
        "properties": {
          "extensions": {
            "description": "The extensions that the agent understands.",
            "type": "array",
            "items": {
              "$ref": "#/$defs/ExtensionName"
            }
          }
        }
      },
      "CheckoutSession": {
        "description": "A checkout session, as the merchant answers.",
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "minLength": 1
          },
          "status": {
            "$ref": "#/$defs/CheckoutStatus"
          },
          "currency": {
            "description": "ISO 4217, in lower case.",
            "type": "string",
            "pattern": "^[a-z]{3}$"
          },
          "line_items": {
            "type": "array",
            "items": {
              "$ref": "#/$defs/LineItem"
            }
          },
          "totals": {
            "type": "array",
            "items": {
              "$ref": "#/$defs/Total"
            }
          },
          "messages": {
            "type": "array",
            "items": {
              "$ref": "#/$defs/Message"
            }
          },
          "capabilities": {
            "$ref": "#/$defs/ResponseCapabilities"
          }
        },
        "required": [
          "id",
          "status"
        ]
      },
      "CheckoutStatus": {
        "type": "string",
        "enum": [
          "not_ready_for_payment",
          "ready_for_payment",
          "completed",
          "canceled"
        ]
      },
      "LineItem": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "minLength": 1
          },
          "quantity": {
            "type": "integer",
            "minimum": 1
          },
          "amount": {
            "$ref": "#/$defs/Amount"
          }
        },
        "required": [
          "id",
          "quantity",
          "amount"
        ]
      },
      "Total": {
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "enum": [
              "items",
              "discount",
              "tax",
              "total"
            ]
          },
          "amount": {
            "$ref": "#/$defs/Amount"
          }
        },
        "required": [
          "type",
          "amount"
        ]
      },
      "Amount": {
        "description": "In minor units of the currency.",
        "type": "integer",
        "minimum": 0
      },
      "Message": {
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "enum": [
              "info",
              "warning",
              "error"
            ]
          },
          "code": {
            "$ref": "#/$defs/MessageCode"
          },
          "path": {
            "description": "JSONPath of what the message is about.",
            "type": "string"
          },
          "content": {
            "type": "string"
          }
        },
        "required": [
          "type",
          "content"
        ]
      },
      "MessageCode": {
        "type": "string",
        "enum": [
          "missing",
          "invalid",
          "out_of_stock",
          "payment_declined"
        ]
      },
      "ResponseCapabilities": {
        "description": "What the merchant offers for this session.",
        "type": "object",
        "properties": {
          "payment_methods": {
            "type": "array",
            "items": {
              "type": "string"
            }
          },
          "extensions": {
            "description": "The extensions that are active.",
            "type": "array",
            "items": {
              "$ref": "#/$defs/Extension"
            }
          }
        }
      },
      "Extension": {
        "description": "An active extension.",
        "type": "object",
        "properties": {
          "name": {
            "$ref": "#/$defs/ExtensionName"
          },
          "extends": {
            "type": "array",
            "items": {
              "$ref": "#/$defs/ExtendsTarget"
            },
            "uniqueItems": true
          },
          "schema": {
            "type": "string",
            "format": "uri"
          },
          "spec": {
            "type": "string",
            "format": "uri"
          }
        },
        "required": [
          "name"
        ]
      },
      "ExtensionName": {
        "type": "string",
        "pattern": "^[a-z][a-z0-9_-]*(\\.[a-z0-9][a-z0-9_-]*)*(@[0-9]{4}-[0-9]{2}-[0-9]{2})?$"
      },
      "ExtendsTarget": {
        "type": "string",
        "enum": [
          "checkout.request",
          "checkout.response",
          "checkout.complete.request",
          "checkout.complete.response"
        ]
      }
    }
  },
  "targets": {
    "checkout.request": [
      "/$defs/CheckoutRequest"
    ],
    "checkout.response": [
      "/$defs/CheckoutSession"
    ]
  },
  "extensions": [
    {
      "identifier": "discount",
      "version": "2026-01-27",
      "state": "stable",
      "extends": [
        "checkout.request",
        "checkout.response"
      ],
      "schema": "https://merchant.example/schemas/discount.json",
      "uses": [],
      "definitions": {
        "discounts_request": {
          "description": "The codes that the buyer has entered.",
          "type": "object",
          "properties": {
            "codes": {
              "type": "array",
              "items": {
                "type": "string",
                "minLength": 1
              }
            }
          }
        },
        "discounts_object": {
          "description": "The codes that were sent, and what came of them.",
          "type": "object",
          "properties": {
            "codes": {
              "type": "array",
              "items": {
                "type": "string",
                "minLength": 1
              }
            },
            "applied": {
              "type": "array",
              "items": {
                "$ref": "#/$defs/applied_discount"
              }
            }
          }
        },
        "applied_discount": {
          "description": "A discount that counts.",
          "type": "object",
          "properties": {
            "id": {
              "type": "string",
              "minLength": 1
            },
            "title": {
              "type": "string"
            },
            "code": {
              "description": "Absent where the merchant gives the discount without one.",
              "type": "string"
            },
            "automatic": {
              "description": "Given without a code.",
              "type": "boolean"
            },
            "amount": {
              "$ref": "#/$defs/Amount"
            },
            "priority": {
              "description": "Of several discounts the one with the lowest number is taken off first.",
              "type": "integer",
              "minimum": 1
            },
            "allocations": {
              "type": "array",
              "items": {
                "$ref": "#/$defs/allocation"
              }
            }
          },
          "required": [
            "id",
            "amount"
          ]
        },
        "allocation": {
          "description": "The share of a discount that one thing gets.",
          "type": "object",
          "properties": {
            "path": {
              "description": "JSONPath of the line item or the total.",
              "type": "string"
            },
            "amount": {
              "$ref": "#/$defs/Amount"
            }
          },
          "required": [
            "path",
            "amount"
          ]
        },
        "discount_error_code": {
          "description": "Why a code does not count: the code of a message whose path is that of the code.",
          "type": "string",
          "enum": [
            "discount_code_expired",
            "discount_code_invalid",
            "discount_code_already_applied",
            "discount_code_combination_disallowed",
            "discount_code_minimum_not_met",
            "discount_code_user_ineligible"
          ]
        }
      },
      "fields": [
        {
          "object": "/$defs/CheckoutRequest",
          "name": "discounts",
          "schema": {
            "$ref": "#/$defs/discounts_request"
          }
        },
        {
          "object": "/$defs/CheckoutSession",
          "name": "discounts",
          "schema": {
            "$ref": "#/$defs/discounts_object"
          }
        }
      ],
      "values": [
        {
          "schema": "/$defs/MessageCode",
          "values": [
            "discount_code_expired",
            "discount_code_invalid",
            "discount_code_already_applied",
            "discount_code_combination_disallowed",
            "discount_code_minimum_not_met",
            "discount_code_user_ineligible"
          ]
        }
      ]
    }
  ]
};

/** For writers: unknown fields are mistakes. */
export const strict: Composition = {
  "base": {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Checkout",
    "description": "The part of a checkout that this example needs.",
    "$defs": {
      "CheckoutRequest": {
        "description": "Creates or updates a checkout session.",
        "type": "object",
        "properties": {
          "line_items": {
            "type": "array",
            "items": {
              "$ref": "#/$defs/RequestedItem"
            }
          },
          "capabilities": {
            "$ref": "#/$defs/RequestCapabilities"
          }
        },
        "required": [
          "line_items"
        ],
        "additionalProperties": false
      },
      "RequestedItem": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "minLength": 1
          },
          "quantity": {
            "type": "integer",
            "minimum": 1
          }
        },
        "required": [
          "id",
          "quantity"
        ],
        "additionalProperties": false
      },
      "RequestCapabilities": {
        "description": "What the agent can do.",
        "type": "object",
        "properties": {
          "extensions": {
            "description": "The extensions that the agent understands.",
            "type": "array",
            "items": {
              "$ref": "#/$defs/ExtensionName"
            }
          }
        },
        "additionalProperties": false
      },
      "CheckoutSession": {
        "description": "A checkout session, as the merchant answers.",
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "minLength": 1
          },
          "status": {
            "$ref": "#/$defs/CheckoutStatus"
          },
          "currency": {
            "description": "ISO 4217, in lower case.",
            "type": "string",
            "pattern": "^[a-z]{3}$"
          },
          "line_items": {
            "type": "array",
            "items": {
              "$ref": "#/$defs/LineItem"
            }
          },
          "totals": {
            "type": "array",
            "items": {
              "$ref": "#/$defs/Total"
            }
          },
          "messages": {
            "type": "array",
            "items": {
              "$ref": "#/$defs/Message"
            }
          },
          "capabilities": {
            "$ref": "#/$defs/ResponseCapabilities"
          }
        },
        "required": [
          "id",
          "status"
        ],
        "additionalProperties": false
      },
      "CheckoutStatus": {
        "type": "string",
        "enum": [
          "not_ready_for_payment",
          "ready_for_payment",
          "completed",
          "canceled"
        ]
      },
      "LineItem": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "minLength": 1
          },
          "quantity": {
            "type": "integer",
            "minimum": 1
          },
          "amount": {
            "$ref": "#/$defs/Amount"
          }
        },
        "required": [
          "id",
          "quantity",
          "amount"
        ],
        "additionalProperties": false
      },
      "Total": {
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "enum": [
              "items",
              "discount",
              "tax",
              "total"
            ]
          },
          "amount": {
            "$ref": "#/$defs/Amount"
          }
        },
        "required": [
          "type",
          "amount"
        ],
        "additionalProperties": false
      },
      "Amount": {
        "description": "In minor units of the currency.",
        "type": "integer",
        "minimum": 0
      },
      "Message": {
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "enum": [
              "info",
              "warning",
              "error"
            ]
          },
          "code": {
            "$ref": "#/$defs/MessageCode"
          },
          "path": {
            "description": "JSONPath of what the message is about.",
            "type": "string"
          },
          "content": {
            "type": "string"
          }
        },
        "required": [
          "type",
          "content"
        ],
        "additionalProperties": false
      },
      "MessageCode": {
        "type": "string",
        "enum": [
          "missing",
          "invalid",
          "out_of_stock",
          "payment_declined"
        ]
      },
      "ResponseCapabilities": {
        "description": "What the merchant offers for this session.",
        "type": "object",
        "properties": {
          "payment_methods": {
            "type": "array",
            "items": {
              "type": "string"
            }
          },
          "extensions": {
            "description": "The extensions that are active.",
            "type": "array",
            "items": {
              "$ref": "#/$defs/Extension"
            }
          }
        },
        "additionalProperties": false
      },
      "Extension": {
        "description": "An active extension.",
        "type": "object",
        "properties": {
          "name": {
            "$ref": "#/$defs/ExtensionName"
          },
          "extends": {
            "type": "array",
            "items": {
              "$ref": "#/$defs/ExtendsTarget"
            },
            "uniqueItems": true
          },
          "schema": {
            "type": "string",
            "format": "uri"
          },
          "spec": {
            "type": "string",
            "format": "uri"
          }
        },
        "required": [
          "name"
        ],
        "additionalProperties": false
      },
      "ExtensionName": {
        "type": "string",
        "pattern": "^[a-z][a-z0-9_-]*(\\.[a-z0-9][a-z0-9_-]*)*(@[0-9]{4}-[0-9]{2}-[0-9]{2})?$"
      },
      "ExtendsTarget": {
        "type": "string",
        "enum": [
          "checkout.request",
          "checkout.response",
          "checkout.complete.request",
          "checkout.complete.response"
        ]
      }
    }
  },
  "targets": {
    "checkout.request": [
      "/$defs/CheckoutRequest"
    ],
    "checkout.response": [
      "/$defs/CheckoutSession"
    ]
  },
  "extensions": [
    {
      "identifier": "discount",
      "version": "2026-01-27",
      "state": "stable",
      "extends": [
        "checkout.request",
        "checkout.response"
      ],
      "schema": "https://merchant.example/schemas/discount.json",
      "uses": [],
      "definitions": {
        "discounts_request": {
          "description": "The codes that the buyer has entered.",
          "type": "object",
          "properties": {
            "codes": {
              "type": "array",
              "items": {
                "type": "string",
                "minLength": 1
              }
            }
          },
          "additionalProperties": false
        },
        "discounts_object": {
          "description": "The codes that were sent, and what came of them.",
          "type": "object",
          "properties": {
            "codes": {
              "type": "array",
              "items": {
                "type": "string",
                "minLength": 1
              }
            },
            "applied": {
              "type": "array",
              "items": {
                "$ref": "#/$defs/applied_discount"
              }
            }
          },
          "additionalProperties": false
        },
        "applied_discount": {
          "description": "A discount that counts.",
          "type": "object",
          "properties": {
            "id": {
              "type": "string",
              "minLength": 1
            },
            "title": {
              "type": "string"
            },
            "code": {
              "description": "Absent where the merchant gives the discount without one.",
              "type": "string"
            },
            "automatic": {
              "description": "Given without a code.",
              "type": "boolean"
            },
            "amount": {
              "$ref": "#/$defs/Amount"
            },
            "priority": {
              "description": "Of several discounts the one with the lowest number is taken off first.",
              "type": "integer",
              "minimum": 1
            },
            "allocations": {
              "type": "array",
              "items": {
                "$ref": "#/$defs/allocation"
              }
            }
          },
          "required": [
            "id",
            "amount"
          ],
          "additionalProperties": false
        },
        "allocation": {
          "description": "The share of a discount that one thing gets.",
          "type": "object",
          "properties": {
            "path": {
              "description": "JSONPath of the line item or the total.",
              "type": "string"
            },
            "amount": {
              "$ref": "#/$defs/Amount"
            }
          },
          "required": [
            "path",
            "amount"
          ],
          "additionalProperties": false
        },
        "discount_error_code": {
          "description": "Why a code does not count: the code of a message whose path is that of the code.",
          "type": "string",
          "enum": [
            "discount_code_expired",
            "discount_code_invalid",
            "discount_code_already_applied",
            "discount_code_combination_disallowed",
            "discount_code_minimum_not_met",
            "discount_code_user_ineligible"
          ]
        }
      },
      "fields": [
        {
          "object": "/$defs/CheckoutRequest",
          "name": "discounts",
          "schema": {
            "$ref": "#/$defs/discounts_request"
          }
        },
        {
          "object": "/$defs/CheckoutSession",
          "name": "discounts",
          "schema": {
            "$ref": "#/$defs/discounts_object"
          }
        }
      ],
      "values": [
        {
          "schema": "/$defs/MessageCode",
          "values": [
            "discount_code_expired",
            "discount_code_invalid",
            "discount_code_already_applied",
            "discount_code_combination_disallowed",
            "discount_code_minimum_not_met",
            "discount_code_user_ineligible"
          ]
        }
      ]
    }
  ]
};
