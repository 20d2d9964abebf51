import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useCallback, useEffect, useState } from 'react';
import {
  useForm,
  type DefaultValues,
  type FieldValues,
  type Path,
  type UseFormRegisterReturn,
  type UseFormReturn,
  type UseFormSetValue,
} from 'react-hook-form';
import { messageOf } from '../../api/call.ts';
import { CallError } from '../../api/request.ts';
import { fieldErrors, firstOnScreen, otherErrors, summaryOf } from './formErrors.ts';

/** A schema of the form's values, with a message for a person at every rule. */
export type Rules<F extends FieldValues> = Parameters<
  typeof standardSchemaResolver<F, unknown, F>
>[0];

type Options<F extends FieldValues> = {
  rules: Rules<F>;
  /** The first values; their order is that of the error summary. */
  values: F;
  /** Fields of the request that the form calls otherwise, by the request's path. */
  aliases?: Readonly<Record<string, Path<F>>>;
  /** Checks each field while it is being changed, not only after the first submission. */
  isLive?: boolean;
};

export type Fields<F extends FieldValues> = UseFormReturn<F> & {
  /**
   * The registration of a text field and the error to show at it.
   * @param also fields whose rules this one is part of, checked again with it
   */
  text(
    name: Path<F>,
    also?: Path<F>[],
  ): { field: UseFormRegisterReturn; error: string | undefined };
  errorOf(name: string): string | undefined;
  /** The errors of all fields, for `ErrorSummary`. */
  summary: { id: string; message: string }[];
  /** The reason of a refusal that concerns no field of the form. */
  refusal: string | null;
  setRefusal(refusal: string | null): void;
  /** Shows a failed call: at the fields that the server names, otherwise as the refusal. */
  failed(failure: unknown): void;
  /**
   * Checks the rules, then calls `send` with the values; a failure that it throws is shown as well.
   * @param others ids of wrong parts of the page that are no fields of the form; nothing is sent while there are any
   */
  submit(
    send: (values: F) => unknown,
    others?: readonly string[],
  ): (event?: { preventDefault(): void }) => void;
};

/**
 * A form whose fields have rules. A broken rule, found here or by the server, shows at its field, and the first such field
 * on the screen gets the focus. The id of a field is its name.
 */
export function useFields<F extends FieldValues>({
  rules,
  values,
  aliases,
  isLive = false,
}: Options<F>): Fields<F> {
  const form = useForm<F>({
    resolver: standardSchemaResolver<F, unknown, F>(rules),
    defaultValues: values as DefaultValues<F>,
    shouldFocusError: false,
    mode: isLive ? 'onChange' : 'onSubmit',
  });
  const { errors } = form.formState;
  const { setValue: put, getFieldState } = form;
  // A value that comes by itself, such as the only choice of a list that was still loading, answers an error as a typed one does.
  const setValue = useCallback<UseFormSetValue<F>>(
    (name, value, options) =>
      put(name, value, { shouldValidate: getFieldState(name).invalid, ...options }),
    [put, getFieldState],
  );
  const [refusal, setRefusal] = useState<string | null>(null);
  // Focus waits for the drawing that shows the errors, because a folded section opens with it.
  const [wrong, setWrong] = useState<readonly string[]>([]);
  useEffect(() => firstOnScreen(wrong)?.focus(), [wrong]);
  const names = Object.keys(values) as Path<F>[];
  const errorOf = (name: string) => {
    const message = errors[name]?.message;
    return typeof message === 'string' ? message : undefined;
  };

  function failed(failure: unknown) {
    const placed =
      failure instanceof CallError
        ? fieldErrors(failure, names, aliases)
        : new Map<string, string>();
    for (const [name, message] of placed) form.setError(name as Path<F>, { message });
    if (placed.size === 0) return setRefusal(messageOf(failure));
    setWrong([...placed.keys()]);
    const others = failure instanceof CallError ? otherErrors(failure, names, aliases) : [];
    if (others.length > 0) setRefusal(others.join(' '));
  }

  return {
    ...form,
    setValue,
    text: (name, also) => ({
      field: form.register(name, also === undefined ? {} : { deps: also }),
      error: errorOf(name),
    }),
    errorOf,
    summary: summaryOf(errors, names),
    refusal,
    setRefusal,
    failed,
    submit:
      (send, others = []) =>
      (event) => {
        event?.preventDefault();
        const checked = form.handleSubmit(
          async (sent) => {
            setRefusal(null);
            if (others.length > 0) return setWrong([...others]);
            try {
              await send(sent);
            } catch (failure) {
              failed(failure);
            }
          },
          (found) => {
            setRefusal(null); // of what was sent before
            setWrong([...Object.keys(found), ...others]);
          },
        );
        void checked();
      },
  };
}
