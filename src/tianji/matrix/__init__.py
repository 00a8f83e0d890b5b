"""Matrix games."""

from tianji.matrix.normal_form import NormalForm as NormalForm
