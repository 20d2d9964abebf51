import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { auth } from '../../../../contract/api/auth.ts';
import { clients } from '../../../../contract/api/clients.ts';
import type { Client } from '../../../../contract/api/client-fields.ts';
import { ClientAvatar } from '../../../parts/clients/ClientAvatar.tsx';
import { useFormat } from '../../../ui/figures/figures.tsx';
import { Section } from '../../../ui/page/Page.tsx';
import { CropDialog } from './CropDialog.tsx';
import { MOST_BYTES, PICTURES } from '../pictures.ts';

/** The profile picture: chosen, placed, and sent as a square. */
export function PictureSection({ client }: { client: Client }) {
  const { t } = useTranslation();
  const { bytes } = useFormat();
  const queries = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);

  async function take(file: File | undefined) {
    setRefusal(null);
    if (file === undefined) return;
    if (file.size > MOST_BYTES)
      return setRefusal(t('settings.picture.large', { size: bytes(file.size) }));
    const read = PICTURES.includes(file.type)
      ? await createImageBitmap(file).catch(() => null)
      : null;
    if (read === null) return setRefusal(t('settings.picture.wrong'));
    setPicture(read);
  }

  function close() {
    picture?.close();
    setPicture(null);
  }

  return (
    <Section title={t('settings.picture.title')}>
      <Box sx={{ display: 'flex', gap: 4, alignItems: 'center', flexWrap: 'wrap' }}>
        <ClientAvatar name={client.clientName} profileUrl={client.profileUrl} size={72} />
        <Box>
          <Button variant="outlined" color="inherit" onClick={() => input.current?.click()}>
            {client.profileUrl === null
              ? t('settings.picture.choose')
              : t('settings.picture.change')}
          </Button>
          <Typography variant="caption" component="p" color="textSecondary" sx={{ mt: 1.5 }}>
            {t('settings.picture.help')}
          </Typography>
          <input
            ref={input}
            type="file"
            hidden
            accept={PICTURES.join(',')}
            aria-label={t('settings.picture.choose')}
            onChange={(event) => {
              void take(event.target.files?.[0]);
              event.target.value = '';
            }}
          />
        </Box>
      </Box>
      {refusal !== null && (
        <Alert severity="error" sx={{ mt: 4 }}>
          {refusal}
        </Alert>
      )}
      {picture !== null && (
        <CropDialog
          picture={picture}
          onClose={close}
          onSaved={() => {
            close();
            for (const changed of [auth.me, clients.get])
              void queries.invalidateQueries({ queryKey: [changed.path] });
          }}
        />
      )}
    </Section>
  );
}
