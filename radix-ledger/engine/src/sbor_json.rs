//! Scrypto SBOR as the Core API's programmatic JSON, without the names that only a schema has.

use crate::text::Text;
use radix_common::prelude::*;
use sbor::{Value as SborValue, ValueKind};
use serde_json::{Value, json};

pub fn sbor_json(text: &Text, sbor: &[u8]) -> Result<Value, String> {
    let value: ScryptoValue = scrypto_decode(sbor).map_err(|error| format!("this is no Scrypto SBOR: {error:?}"))?;
    Ok(value_json(text, &value))
}

fn value_json(text: &Text, value: &ScryptoValue) -> Value {
    let all = |values: &[ScryptoValue]| values.iter().map(|value| value_json(text, value)).collect::<Vec<_>>();
    match value {
        SborValue::Bool { value } => json!({ "kind": "Bool", "value": value }),
        SborValue::I8 { value } => number("I8", value),
        SborValue::I16 { value } => number("I16", value),
        SborValue::I32 { value } => number("I32", value),
        SborValue::I64 { value } => number("I64", value),
        SborValue::I128 { value } => number("I128", value),
        SborValue::U8 { value } => number("U8", value),
        SborValue::U16 { value } => number("U16", value),
        SborValue::U32 { value } => number("U32", value),
        SborValue::U64 { value } => number("U64", value),
        SborValue::U128 { value } => number("U128", value),
        SborValue::String { value } => json!({ "kind": "String", "value": value }),
        SborValue::Enum { discriminator, fields } => {
            json!({ "kind": "Enum", "variant_id": discriminator.to_string(), "fields": all(fields) })
        }
        SborValue::Tuple { fields } => json!({ "kind": "Tuple", "fields": all(fields) }),
        SborValue::Array { element_value_kind: ValueKind::U8, elements } => {
            let bytes: Vec<u8> = elements
                .iter()
                .filter_map(|element| match element {
                    SborValue::U8 { value } => Some(*value),
                    _ => None,
                })
                .collect();
            json!({ "kind": "Bytes", "element_kind": "U8", "hex": hex::encode(bytes) })
        }
        SborValue::Array { element_value_kind, elements } => {
            json!({ "kind": "Array", "element_kind": kind_name(*element_value_kind), "elements": all(elements) })
        }
        SborValue::Map { key_value_kind, value_value_kind, entries } => json!({
            "kind": "Map",
            "key_kind": kind_name(*key_value_kind),
            "value_kind": kind_name(*value_value_kind),
            "entries": entries
                .iter()
                .map(|(key, value)| json!({ "key": value_json(text, key), "value": value_json(text, value) }))
                .collect::<Vec<_>>(),
        }),
        SborValue::Custom { value } => custom_json(text, value),
    }
}

fn number(kind: &str, value: &impl ToString) -> Value {
    json!({ "kind": kind, "value": value.to_string() })
}

fn custom_json(text: &Text, value: &ScryptoCustomValue) -> Value {
    let (kind, value) = match value {
        ScryptoCustomValue::Reference(reference) => ("Reference", text.address(reference.0)),
        ScryptoCustomValue::Own(own) => ("Own", text.address(own.0)),
        ScryptoCustomValue::Decimal(decimal) => ("Decimal", decimal.to_string()),
        ScryptoCustomValue::PreciseDecimal(decimal) => ("PreciseDecimal", decimal.to_string()),
        ScryptoCustomValue::NonFungibleLocalId(id) => ("NonFungibleLocalId", id.to_string()),
    };
    json!({ "kind": kind, "value": value })
}

fn kind_name(kind: ValueKind<ScryptoCustomValueKind>) -> String {
    match kind {
        ValueKind::Custom(custom) => format!("{custom:?}"),
        plain => format!("{plain:?}"),
    }
}
