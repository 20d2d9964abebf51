import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { optOutWords } from '../../../../contract/api/opt-out-words.ts';
import type { Output } from '../../../../contract/endpoint.ts';
import { COUNTRIES } from '../../../../contract/shared/countries.ts';
import { call } from '../../../api/call.ts';
import { useFormat } from '../../../ui/figures/figures.tsx';
import { Rows } from '../../../ui/page/layout.tsx';
import { Section } from '../../../ui/page/Page.tsx';
import { filled } from '../../../ui/fields/rules.ts';
import { SelectField } from '../../../ui/fields/SelectField.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { useFields } from '../../../ui/fields/useFields.ts';

type Outcome = Output<typeof optOutWords.tryText>;

/** Says what a text of a phone would do. */
export function TryText() {
  const { t } = useTranslation();
  const { country: nameOf } = useFormat();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const fields = useFields({
    rules: z.object({ text: filled(t('optOutWords.textMissing'), 1600), country: z.string() }),
    values: { text: '', country: 'KE' },
  });
  return (
    <Section title={t('optOutWords.try')}>
      <Rows
        component="form"
        noValidate
        gap={4}
        onSubmit={fields.submit(async (form) => {
          setOutcome(null);
          setOutcome(await call(optOutWords.tryText, form));
        })}
      >
        {fields.refusal !== null && <Alert severity="error">{fields.refusal}</Alert>}
        <Box
          sx={{
            display: 'grid',
            gap: 4,
            alignItems: 'start',
            maxWidth: 860,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) 240px auto' },
          }}
        >
          <TextField
            {...fields.text('text')}
            label={t('optOutWords.tryWord')}
            autoComplete="off"
            input={{ maxLength: 1600 }}
          />
          <SelectField control={fields.control} name="country" label={t('optOutWords.tryCountry')}>
            {COUNTRIES.map(({ code }) => (
              <option key={code} value={code}>
                {nameOf(code)}
              </option>
            ))}
          </SelectField>
          {/* Beside the fields, which have their labels above. */}
          <Button
            type="submit"
            variant="outlined"
            color="inherit"
            sx={{ justifySelf: 'start', mt: { sm: '24px' }, minHeight: 38 }}
          >
            {t('optOutWords.tryAction')}
          </Button>
        </Box>
        {outcome !== null && <OutcomeView outcome={outcome} />}
      </Rows>
    </Section>
  );
}

function OutcomeView({ outcome: { keyword, answer } }: { outcome: Outcome }) {
  const { t } = useTranslation();
  if (keyword === null)
    return (
      <Alert severity="info" role="status">
        {t('optOutWords.nothing')}
      </Alert>
    );
  return (
    <Alert severity="success" role="status">
      {`${keyword.word}: ${t(`optOutWords.requests.${keyword.asks}`)}. `}
      {answer === null ? t('optOutWords.noAnswer') : t('optOutWords.answered', { text: answer })}
    </Alert>
  );
}
