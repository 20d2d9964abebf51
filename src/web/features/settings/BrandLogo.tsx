import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { auth } from '../../../contract/api/auth.ts';
import { branding, type Brand } from '../../../contract/api/branding.ts';
import { useSend } from '../../parts/queries.ts';
import { messageOf, upload } from '../../api/call.ts';
import { loadHost } from '../../api/host.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { useFormat } from '../../ui/figures.tsx';
import { Section } from '../../ui/Page.tsx';
import { useToast } from '../../ui/Toasts.tsx';
import { MOST_BYTES, PICTURES } from './pictures.ts';
import { Rows } from '../../ui/layout.tsx';

/** The logo of a brand, on light ground and on dark. */
export function BrandLogo({ brand }: { brand: Brand }) {
  const { t } = useTranslation();
  const { bytes } = useFormat();
  const toast = useToast();
  const queries = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [removing, setRemoving] = useState(false);

  function changed(text: string) {
    for (const each of [branding.get, auth.me])
      void queries.invalidateQueries({ queryKey: [each.path] });
    void loadHost();
    toast.success(text);
  }
  const remove = useSend(branding.removeLogo, {
    done: () => {
      setRemoving(false);
      changed(t('settings.brand.logoRemoved'));
    },
  });

  async function take(file: File | undefined) {
    setRefusal(null);
    if (file === undefined) return;
    if (!PICTURES.includes(file.type)) return setRefusal(t('settings.picture.wrong'));
    if (file.size > MOST_BYTES)
      return setRefusal(t('settings.picture.large', { size: bytes(file.size) }));
    setBusy(true);
    try {
      await upload(branding.uploadLogo, { clientId: brand.clientId }, file, {
        signal: new AbortController().signal,
        progress: () => undefined,
      });
      changed(t('settings.brand.logoSaved'));
    } catch (failure) {
      setRefusal(messageOf(failure));
    }
    setBusy(false);
  }

  return (
    <Section title={t('settings.brand.logo')}>
      <Rows gap={4}>
        {brand.brandLogoPath !== null && (
          <Box
            sx={(theme) => ({
              p: 4,
              borderRadius: '8px',
              border: `1px solid ${theme.vars?.palette.divider}`,
              backgroundColor: theme.vars?.palette.surface.sunken,
            })}
          >
            <Box
              component="img"
              src={brand.brandLogoPath}
              alt={brand.brandName}
              sx={(theme) => ({
                height: 40,
                maxWidth: '100%',
                objectFit: 'contain',
                display: 'block',
                ...theme.applyStyles('dark', { filter: 'invert(1) hue-rotate(180deg)' }),
              })}
            />
          </Box>
        )}
        {refusal !== null && <Alert severity="error">{refusal}</Alert>}
        <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap' }}>
          <Button
            variant="outlined"
            color="inherit"
            loading={busy}
            onClick={() => input.current?.click()}
          >
            {brand.brandLogoPath === null
              ? t('settings.brand.upload')
              : t('settings.brand.replace')}
          </Button>
          {brand.brandLogoPath !== null && (
            <Button color="error" onClick={() => setRemoving(true)}>
              {t('settings.brand.removeLogo')}
            </Button>
          )}
        </Box>
        <Typography variant="caption" component="p" color="textSecondary">
          {t('settings.brand.logoHelp')}
        </Typography>
        <input
          ref={input}
          type="file"
          hidden
          accept={PICTURES.join(',')}
          aria-label={t('settings.brand.upload')}
          onChange={(event) => {
            void take(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </Rows>
      <ConfirmDialog
        open={removing}
        title={t('settings.brand.removeLogoTitle')}
        action={t('settings.brand.removeLogo')}
        danger
        busy={remove.isPending}
        onConfirm={() => remove.mutate({ clientId: brand.clientId })}
        onClose={() => setRemoving(false)}
      >
        {t('settings.brand.removeLogoText')}
      </ConfirmDialog>
    </Section>
  );
}
