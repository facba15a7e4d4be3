"""The request pipeline: the steps that every API call runs through, a module each."""
