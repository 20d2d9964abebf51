import { createFormControl } from 'react-hook-form';
import { expect, test } from 'vitest';
import { takeSaved } from './takeSaved.ts';

function formOf() {
  const form = createFormControl({
    defaultValues: { firstName: 'Amina', lastName: 'Otieno', website: '' },
  });
  form.subscribe({ formState: { isDirty: true, dirtyFields: true }, callback: () => undefined });
  return form;
}

test('a field that was changed while the form was being saved keeps its value, unsaved', () => {
  const form = formOf();
  form.setValue('firstName', ' Neema', { shouldDirty: true });
  const sent = { ...form.getValues() };
  form.setValue('lastName', 'Achieng', { shouldDirty: true });
  expect(takeSaved(form, { firstName: 'Neema', lastName: 'Otieno', website: '' }, sent)).toBe(true);
  expect(form.getValues()).toEqual({ firstName: 'Neema', lastName: 'Achieng', website: '' });
  expect(form.getFieldState('lastName').isDirty).toBe(true);
  expect(form.getFieldState('firstName').isDirty).toBe(false);
});

test('a form that nobody touched meanwhile has the saved values', () => {
  const form = formOf();
  form.setValue('website', 'EXAMPLE.test', { shouldDirty: true });
  const saved = { firstName: 'Amina', lastName: 'Otieno', website: 'example.test' };
  expect(takeSaved(form, saved, { ...form.getValues() })).toBe(false);
  expect(form.getValues('website')).toBe('example.test');
  expect(form.getFieldState('website').isDirty).toBe(false);
});
