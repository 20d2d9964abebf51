import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Link from '@mui/material/Link';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useTranslation } from 'react-i18next';
import type { ApiKeyScope } from '../../../../contract/shared/key-scopes.ts';
import { sampleOf } from '../../../parts/texts/samples.ts';
import { CodeBlock } from '../../../ui/figures/CodeBlock.tsx';
import { CopyButton } from '../../../ui/figures/CopyButton.tsx';
import { FormField } from '../../../ui/fields/FormField.tsx';
import { Rows } from '../../../ui/page/layout.tsx';
import Dialog from '../../../ui/dialogs/Dialog.tsx';

/** Closed by its button alone: what is lost here is lost. */
export function NewKeyShown({
  apiKey,
  test,
  scopes,
  documented,
  onClose,
}: {
  apiKey: string;
  test: boolean;
  scopes: readonly ApiKeyScope[];
  documented: boolean;
  onClose(): void;
}) {
  const { t } = useTranslation();
  // Reading is free with either kind of key; the sample sends only with a test key, so that a pasted command
  // messages no real phone.
  const sample = sampleOf(
    'curl',
    test && scopes.includes('send')
      ? {
          method: 'POST',
          url: `${location.origin}/v1/messages`,
          body: { from: 'TUMA', to: '+254712345678', text: t('settings.keys.exampleText') },
          idempotent: true,
        }
      : { method: 'GET', url: `${location.origin}/v1/balance`, idempotent: false },
  );
  return (
    <Dialog open aria-labelledby="shown-key" maxWidth="sm" fullWidth>
      <DialogTitle id="shown-key">{t('settings.keys.shownTitle')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 5 }}>
        <Alert severity="warning">{t('settings.keys.shownText')}</Alert>
        <FormField
          id="newKey"
          label={t('settings.keys.key')}
          aside={<CopyButton value={apiKey} name={t('settings.keys.key')} />}
        >
          {(parts) => (
            <OutlinedInput
              id={parts.id}
              value={apiKey}
              readOnly
              autoFocus
              onFocus={(event) => event.target.select()}
              inputProps={{ spellCheck: false }}
              sx={{ '& input': { fontFamily: 'ui-monospace, monospace', fontSize: 13 } }}
            />
          )}
        </FormField>
        {(scopes.includes('read') || (test && scopes.includes('send'))) && (
          <Rows isFluid gap={2}>
            <CodeBlock
              name={t('settings.keys.example')}
              code={`export API_KEY='${apiKey}'\n\n${sample}`}
            />
            {documented && (
              <Link href="/api-docs" target="_blank" rel="noopener" variant="body2">
                {t('settings.keys.documentation')}
              </Link>
            )}
          </Rows>
        )}
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {t('settings.keys.shownDone')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
