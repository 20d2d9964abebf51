import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { misspeltPlaceholders, renderAsSent } from '../../../contract/shared/character-costs.ts';
import { compose, CONTACT_FIELDS } from '../../../contract/api/compose.ts';
import { placeholders } from '../../../contract/shared/template.ts';
import { templates, type MessageTemplate } from '../../../contract/api/templates.ts';
import { useGet, useMe, useSend } from '../../parts/queries.ts';
import { CharacterBill } from '../../parts/CharacterCosts.tsx';
import { FormField } from '../../ui/FormField.tsx';
import { MessageBubble } from '../../parts/MessageBubble.tsx';
import { PlaceholderNames } from '../../parts/PlaceholderNames.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useToast } from '../../ui/Toasts.tsx';
import { useFields } from '../../ui/useFields.ts';
import { Rows } from '../../ui/layout.tsx';

type Form = { name: string; text: string };

/** Writes a template, or changes one. */
export function TemplateDialog({
  template,
  onClose,
}: {
  template: MessageTemplate | null;
  onClose(): void;
}) {
  const { t } = useTranslation();
  const { replaceLookalikes } = useMe();
  const toast = useToast();
  const [replacing, setReplacing] = useState(replaceLookalikes);
  // Without recipients the answer holds the placeholders of the client's contacts.
  const audience = useGet(compose.audience, {});
  const rules = z.object({
    name: z.string().check(z.trim(), z.minLength(1, t('templates.nameMissing')), z.maxLength(80)),
    text: z.string().check(
      z.maxLength(10_000, t('fromFile.textLong')),
      z.refine((text) => text.trim() !== '', t('fromFile.textMissing')),
    ),
  });
  const fields = useFields<Form>({
    rules,
    values: { name: template?.name ?? '', text: template?.text ?? '' },
  });
  const {
    register,
    control,
    setValue,
    formState: { errors },
  } = fields;
  const text = useWatch({ control, name: 'text' });
  const after = {
    changes: [templates.list, templates.get],
    done: () => {
      toast.success(t('templates.saved'));
      onClose();
    },
    failed: fields.failed,
  };
  const create = useSend(templates.create, after),
    update = useSend(templates.update, after);
  const submit = fields.submit((values) => {
    if (template === null) create.mutate({ name: values.name.trim(), text: values.text });
    else
      update.mutate({
        templateId: template.templateId,
        name: values.name.trim(),
        text: values.text,
      });
  });

  const known = audience.data?.placeholders ?? CONTACT_FIELDS;
  const names = placeholders(text),
    misspelt = misspeltPlaceholders(text);
  const foreign = names.filter(
    (name) => !known.some((each) => each.toLowerCase() === name.toLowerCase()),
  );
  const samples = Object.fromEntries(
    names.map((name) => [name, sampleOf(name, t('templates.sampleValue', { name }))]),
  );
  const area = useRef<HTMLTextAreaElement | null>(null);
  const textField = register('text');
  const write = (next: string) =>
    setValue('text', next, { shouldDirty: true, shouldValidate: errors.text !== undefined });
  function goTo(start: number, end: number) {
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(start, end);
    });
  }
  function insert(name: string) {
    const start = area.current?.selectionStart ?? text.length,
      end = area.current?.selectionEnd ?? text.length;
    write(`${text.slice(0, start)}#${name}#${text.slice(end)}`);
    goTo(start + name.length + 2, start + name.length + 2);
  }
  const busy = create.isPending || update.isPending;

  return (
    <Dialog
      open
      onClose={busy ? undefined : onClose}
      aria-labelledby="template-title"
      maxWidth="md"
      fullWidth
    >
      <Box component="form" noValidate onSubmit={submit} sx={{ display: 'contents' }}>
        <DialogTitle id="template-title">
          {template === null ? t('templates.creating') : t('templates.editing')}
        </DialogTitle>
        <DialogContent
          sx={{
            display: 'grid',
            gap: 5,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1.5fr) minmax(0, 1fr)' },
            alignItems: 'start',
          }}
        >
          <Rows isFluid>
            {fields.refusal !== null && <Alert severity="error">{fields.refusal}</Alert>}
            <TextField
              {...fields.text('name')}
              label={t('templates.name')}
              help={t('templates.nameHelp')}
              autoFocus
              input={{ maxLength: 80 }}
            />
            <Box>
              <FormField id="text" label={t('fromFile.text')} error={errors.text?.message}>
                {(parts) => (
                  <>
                    <PlaceholderNames names={known} label={t('compose.insert')} onInsert={insert} />
                    <OutlinedInput
                      id={parts.id}
                      multiline
                      minRows={5}
                      maxRows={12}
                      {...textField}
                      ref={undefined}
                      inputRef={(element: HTMLTextAreaElement | null) => {
                        textField.ref(element);
                        area.current = element;
                      }}
                      inputProps={{
                        'aria-describedby': parts['aria-describedby'],
                        maxLength: 10_000,
                      }}
                    />
                  </>
                )}
              </FormField>
              {misspelt.length > 0 && (
                <Alert severity="warning" sx={{ mt: 3 }}>
                  {t('templates.misspelt', { names: misspelt.join(', ') })}
                </Alert>
              )}
              {foreign.length > 0 && (
                <Alert severity="info" sx={{ mt: 3 }}>
                  {t('templates.foreign', { names: foreign.map((name) => `#${name}#`).join(', ') })}
                </Alert>
              )}
              <CharacterBill
                text={text}
                clause={null}
                samples={[samples]}
                messages={null}
                replaceLookalikes={replacing}
                onText={write}
                onGo={(index, length) => goTo(index, index + length)}
                onReplaceLookalikes={replacing ? setReplacing : undefined}
              />
            </Box>
          </Rows>
          <Box>
            <Typography variant="h3" sx={{ mb: 3 }}>
              {t('templates.preview')}
            </Typography>
            {text === '' ? (
              <Typography color="textSecondary">{t('fromFile.sampleEmpty')}</Typography>
            ) : (
              <MessageBubble note={names.length > 0 ? t('templates.previewNote') : undefined}>
                {renderAsSent({ text, clause: null, replaceLookalikes: replacing }, samples)}
              </MessageBubble>
            )}
          </Box>
        </DialogContent>
        <DialogActions>
          <Button color="inherit" variant="outlined" onClick={onClose} disabled={busy}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={busy}>
            {t('templates.save')}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  );
}

/** A sample value for a placeholder. */
function sampleOf(name: string, otherwise: string): string {
  const known: Record<string, string> = {
    firstname: 'Amina',
    lastname: 'Odhiambo',
    othernames: 'Wanjiru',
    email: 'amina@example.com',
    phone: '+254712345678',
  };
  return known[name.toLowerCase()] ?? otherwise;
}
