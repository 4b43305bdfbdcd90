//! Outcomes as an Arrow stream, through the capsule interface that every table library reads.

use crate::errors::input_error;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{
    ArrayRef, BooleanArray, Float64Array, Int8Array, RecordBatch, RecordBatchIterator, UInt8Array,
    UInt32Array, UInt64Array,
};
use arrow_schema::{ArrowError, DataType, Field, Schema};
use numpy::{PyReadonlyArray1, PyReadonlyArray2};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::sync::Arc;

/// The columns of one table in the making.
#[derive(Default)]
struct Table {
    fields: Vec<Field>,
    columns: Vec<ArrayRef>,
}

impl Table {
    fn put(&mut self, name: impl Into<String>, kind: DataType, column: ArrayRef) {
        self.fields.push(Field::new(name, kind, false));
        self.columns.push(column);
    }

    fn put_bytes(&mut self, name: impl Into<String>, values: impl Iterator<Item = u8>) {
        self.put(name, DataType::UInt8, Arc::new(UInt8Array::from_iter_values(values)));
    }

    /// One column for each column of a matrix, the number behind its name.
    fn put_matrix(&mut self, name: &str, matrix: &PyReadonlyArray2<'_, u8>) {
        for (number, column) in matrix.as_array().columns().into_iter().enumerate() {
            self.put_bytes(format!("{name}_{number}"), column.iter().copied());
        }
    }

    fn stream(self) -> Result<FFI_ArrowArrayStream, ArrowError> {
        let schema = Arc::new(Schema::new(self.fields));
        let batch = RecordBatch::try_new(Arc::clone(&schema), self.columns)?;
        Ok(FFI_ArrowArrayStream::new(Box::new(RecordBatchIterator::new([Ok(batch)], schema))))
    }

    fn capsule(self, py: Python<'_>) -> PyResult<Bound<'_, PyCapsule>> {
        let stream = self.stream().map_err(|error| {
            input_error(py, "outcomes", &error.to_string(), "columns of one length")
        })?;
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }
}

/// The outcomes of a combat, a row for each; arrays become columns.
#[pyfunction]
pub(crate) fn outcome_stream<'py>(
    py: Python<'py>,
    weights: PyReadonlyArray1<'py, f64>,
    counts: Option<PyReadonlyArray1<'py, u64>>,
    levels: PyReadonlyArray2<'py, u8>,
    stunned: PyReadonlyArray2<'py, u8>,
    passes: PyReadonlyArray1<'py, u8>,
    landed: PyReadonlyArray2<'py, u8>,
) -> PyResult<Bound<'py, PyCapsule>> {
    let mut table = Table::default();
    if let Some(counts) = &counts {
        let counts = UInt64Array::from_iter_values(counts.as_array().iter().copied());
        table.put("count", DataType::UInt64, Arc::new(counts));
    }
    let name = if counts.is_some() { "share" } else { "probability" };
    let chances = Float64Array::from_iter_values(weights.as_array().iter().copied());
    table.put(name, DataType::Float64, Arc::new(chances));
    table.put_matrix("level", &levels);
    table.put_matrix("stunned", &stunned);
    table.put_bytes("passes", passes.as_array().iter().copied());
    table.put_matrix("landed", &landed);
    table.capsule(py)
}

/// What battles came to, a row for each; arrays become columns.
#[pyfunction]
pub(crate) fn battle_stream<'py>(
    py: Python<'py>,
    winner: PyReadonlyArray1<'py, i8>,
    points_lost: PyReadonlyArray2<'py, u32>,
    survivors: PyReadonlyArray2<'py, bool>,
    turns: PyReadonlyArray1<'py, u8>,
) -> PyResult<Bound<'py, PyCapsule>> {
    let mut table = Table::default();
    let winners = Int8Array::from_iter_values(winner.as_array().iter().copied());
    table.put("winner", DataType::Int8, Arc::new(winners));
    for (side, column) in points_lost.as_array().columns().into_iter().enumerate() {
        let lost = UInt32Array::from_iter_values(column.iter().copied());
        table.put(format!("points_lost_{side}"), DataType::UInt32, Arc::new(lost));
    }
    table.put_bytes("turns", turns.as_array().iter().copied());
    for (fighter, column) in survivors.as_array().columns().into_iter().enumerate() {
        let survived: BooleanArray = column.iter().map(|&survived| Some(survived)).collect();
        table.put(format!("survived_{fighter}"), DataType::Boolean, Arc::new(survived));
    }
    table.capsule(py)
}
