import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { renderAsSent } from '../../../contract/shared/character-costs.ts';
import { compose, CONTACT_FIELDS } from '../../../contract/api/compose.ts';
import { looseName, placeholders } from '../../../contract/shared/template.ts';
import { templates, type MessageTemplate } from '../../../contract/api/templates.ts';
import { useGet, useMe, useSend } from '../../parts/queries.ts';
import { MessageBubble } from '../../parts/texts/MessageBubble.tsx';
import { MessageEditor } from '../../parts/texts/MessageEditor.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { useToast } from '../../ui/dialogs/Toasts.tsx';
import { useFields } from '../../ui/fields/useFields.ts';
import { Rows } from '../../ui/page/layout.tsx';
import Dialog from '../../ui/dialogs/Dialog.tsx';
import { atMost } from '../../ui/fields/rules.ts';

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
    name: z.string().check(z.trim(), z.minLength(1, t('templates.nameMissing')), atMost(80)),
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
  const names = placeholders(text);
  const foreign = names.filter(
    (name) => !known.some((each) => looseName(each) === looseName(name)),
  );
  const samples = Object.fromEntries(
    names.map((name) => [name, sampleOf(name, t('templates.sampleValue', { name }))]),
  );
  const write = (next: string) => setValue('text', next, { shouldDirty: true });
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
              <MessageEditor
                label={t('fromFile.text')}
                field={register('text')}
                text={text}
                error={errors.text?.message}
                names={known}
                insertLabel={t('compose.insert')}
                onText={write}
                ends={[]}
                samples={[samples]}
                messages={null}
                replaceLookalikes={replacing}
                onReplaceLookalikes={replacing ? setReplacing : undefined}
              />
              {foreign.length > 0 && (
                <Alert severity="info" sx={{ mt: 3 }}>
                  {t('templates.foreign', { names: foreign.map((name) => `#${name}#`).join(', ') })}
                </Alert>
              )}
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
