import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { auth } from '../../../../contract/api/auth.ts';
import { BRAND_PICTURES, branding, type Brand } from '../../../../contract/api/branding.ts';
import { useSend } from '../../../parts/queries.ts';
import { messageOf, upload } from '../../../api/call.ts';
import { loadHost } from '../../../api/host.ts';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { useFormat } from '../../../ui/figures/figures.tsx';
import { PlainList } from '../../../ui/page/layout.tsx';
import { Section } from '../../../ui/page/Page.tsx';
import { GROUNDS } from '../../../ui/theme/tokens.ts';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';
import { MOST_BYTES, PICTURES } from '../pictures.ts';
import { useUntilLeft } from '../../../parts/campaigns/useUntilLeft.ts';

const SLOTS = ['LOGO', ...BRAND_PICTURES] as const;
type Slot = (typeof SLOTS)[number];

const PATHS = {
  LOGO: 'brandLogoPath',
  LOGO_DARK: 'brandLogoDarkPath',
  FAVICON: 'faviconPath',
  SIGN_IN: 'signInPicturePath',
} as const satisfies Record<Slot, keyof Brand>;

type PicturesOf = {
  /** Null until it is saved. */
  brand: Brand | null;
  clientId: string;
  /** Saves a brand that is not yet; false where that fails. */
  onFirst(): Promise<boolean>;
};

/** The pictures of a brand: its logos, the icon of its tab, and the sign-in picture. */
export function BrandPictures(brand: PicturesOf) {
  const { t } = useTranslation();
  return (
    <Section title={t('settings.brand.pictures')}>
      {brand.brand === null && (
        <Typography variant="body2" color="textSecondary" sx={{ mb: 4 }}>
          {t('settings.brand.pictureSaves')}
        </Typography>
      )}
      <PlainList gap={5}>
        {SLOTS.map((slot) => (
          <li key={slot}>
            <Picture {...brand} slot={slot} />
          </li>
        ))}
      </PlainList>
    </Section>
  );
}

function Picture({ brand, clientId, onFirst, slot }: PicturesOf & { slot: Slot }) {
  const { t } = useTranslation();
  const { bytes } = useFormat();
  const toast = useToast();
  const queries = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [removing, setRemoving] = useState(false);
  const untilLeft = useUntilLeft();
  const path = brand === null ? null : brand[PATHS[slot]];
  const name = t(`settings.brand.slots.${slot}.name`);

  function changed(text: string) {
    setRemoving(false);
    for (const each of [branding.get, auth.me])
      void queries.invalidateQueries({ queryKey: [each.path] });
    void loadHost();
    toast.success(text);
  }
  const done = () => changed(t('settings.brand.pictureRemoved', { name }));
  const removeLogo = useSend(branding.removeLogo, { done });
  const removePicture = useSend(branding.removePicture, { done });

  async function take(file: File | undefined) {
    setRefusal(null);
    if (file === undefined) return;
    if (!PICTURES.includes(file.type)) return setRefusal(t('settings.picture.wrong'));
    if (file.size > MOST_BYTES)
      return setRefusal(t('settings.picture.large', { size: bytes(file.size) }));
    setBusy(true);
    const how = { signal: untilLeft(), progress: () => undefined };
    try {
      if (!(await onFirst())) return setBusy(false);
      await (slot === 'LOGO'
        ? upload(branding.uploadLogo, { clientId }, file, how)
        : upload(branding.uploadPicture, { clientId, picture: slot }, file, how));
      changed(t('settings.brand.pictureSaved', { name }));
    } catch (failure) {
      if (!how.signal.aborted) setRefusal(messageOf(failure));
    }
    setBusy(false);
  }

  return (
    <Box sx={{ display: 'flex', gap: 4, flexWrap: 'wrap', alignItems: 'flex-start' }}>
      <Shown path={path} slot={slot} name={brand?.brandName ?? ''} />
      <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
        <Typography variant="subtitle2" component="h3">
          {name}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {t(`settings.brand.slots.${slot}.help`)}
        </Typography>
        {refusal !== null && (
          <Alert severity="error" sx={{ mt: 2 }}>
            {refusal}
          </Alert>
        )}
        <Box sx={{ display: 'flex', gap: 2, mt: 2, flexWrap: 'wrap' }}>
          <Button
            size="small"
            variant="outlined"
            color="inherit"
            loading={busy}
            aria-label={t(path === null ? 'settings.brand.uploadOf' : 'settings.brand.replaceOf', {
              name,
            })}
            onClick={() => input.current?.click()}
          >
            {path === null ? t('settings.brand.upload') : t('settings.brand.replace')}
          </Button>
          {path !== null && (
            <Button
              size="small"
              color="error"
              aria-label={t('settings.brand.removeOf', { name })}
              onClick={() => setRemoving(true)}
            >
              {t('settings.brand.remove')}
            </Button>
          )}
        </Box>
        <input
          ref={input}
          type="file"
          hidden
          accept={PICTURES.join(',')}
          aria-label={name}
          onChange={(event) => {
            void take(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </Box>
      <ConfirmDialog
        open={removing}
        title={t('settings.brand.removeTitle', { name })}
        action={t('settings.brand.remove')}
        danger
        busy={removeLogo.isPending || removePicture.isPending}
        onConfirm={() =>
          slot === 'LOGO'
            ? removeLogo.mutate({ clientId })
            : removePicture.mutate({ clientId, picture: slot })
        }
        onClose={() => setRemoving(false)}
      >
        {t(`settings.brand.slots.${slot}.removed`)}
      </ConfirmDialog>
    </Box>
  );
}

/** A picture on the ground that it is for, or its empty place. */
function Shown({ path, slot, name }: { path: string | null; slot: Slot; name: string }) {
  const ground = slot === 'LOGO_DARK' ? GROUNDS.dark.paper : GROUNDS.light.paper;
  return (
    <Box
      sx={(theme) => ({
        width: 128,
        height: 64,
        flex: 'none',
        display: 'grid',
        placeItems: 'center',
        overflow: 'hidden',
        borderRadius: 'var(--corner)',
        border: `1px ${path === null ? 'dashed' : 'solid'} ${theme.vars?.palette.surface.control}`,
        backgroundColor: path === null ? 'transparent' : ground,
      })}
    >
      {path !== null && (
        <Box
          component="img"
          src={path}
          alt={name}
          sx={
            slot === 'SIGN_IN'
              ? { width: '100%', height: '100%', objectFit: 'cover' }
              : { maxWidth: 112, maxHeight: slot === 'FAVICON' ? 32 : 40, objectFit: 'contain' }
          }
        />
      )}
    </Box>
  );
}
