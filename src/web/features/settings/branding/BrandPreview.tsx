import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { use, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SignIn } from '../../../auth/SignIn.tsx';
import type { Host } from '../../../api/browser-storage.ts';
import { PreviewedScreens } from '../../../parts/previewedScreens.ts';
import { Section } from '../../../ui/page/Page.tsx';
import { PreviewFrame } from '../../../ui/figures/PreviewFrame.tsx';
import { MailPreview } from './MailPreview.tsx';
import { Segments } from '../Segments.tsx';

const SHOWN = ['portal', 'signIn', 'phone', 'mail'] as const;
type Shown = (typeof SHOWN)[number];
const SCHEMES = ['light', 'dark'] as const;

/** The brand while it is edited: the real screens at half their size, light and dark, and a mail. */
export function BrandPreview({ host }: { host: Host }) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<Shown>('portal');
  return (
    <Box sx={{ position: { lg: 'sticky' }, top: { lg: 86 } }}>
      <Section
        title={t('settings.brand.preview')}
        action={
          <Segments
            label={t('settings.brand.previewOf')}
            value={shown}
            options={SHOWN.map((each) => ({
              value: each,
              label: t(`settings.brand.previews.${each}`),
            }))}
            onChange={setShown}
          />
        }
      >
        {shown === 'mail' ? (
          <MailPreview name={host.clientBrandDetails?.brandName ?? ''} />
        ) : (
          <Frames key={shown} host={host} shown={shown} />
        )}
      </Section>
    </Box>
  );
}

function Frames({ host, shown }: { host: Host; shown: Exclude<Shown, 'mail'> }) {
  const { t } = useTranslation();
  const screens = use(PreviewedScreens);
  const isPhone = shown === 'phone';
  const screen: ReactNode =
    shown === 'signIn' ? (
      <SignIn onSignedIn={async () => undefined} />
    ) : (
      screens && <screens.Portal />
    );
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 4,
        justifyContent: isPhone ? 'center' : 'stretch',
        gridTemplateColumns: isPhone
          ? 'repeat(auto-fit, 197px)'
          : { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))', lg: 'minmax(0, 1fr)' },
      }}
    >
      {SCHEMES.map((scheme) => (
        <Box component="figure" key={scheme} sx={{ m: 0 }}>
          <PreviewFrame
            title={`${t(`settings.brand.previews.${shown}`)}, ${t(`scheme.${scheme}`)}`}
            host={host}
            scheme={scheme}
            height={isPhone ? 424 : 286}
            {...(isPhone && { width: 197 })}
          >
            {screen}
          </PreviewFrame>
          <Typography
            component="figcaption"
            variant="caption"
            color="textSecondary"
            sx={{ mt: 1, display: 'block' }}
          >
            {t(`scheme.${scheme}`)}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}
