import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Section } from '../../ui/Page.tsx';
import { radioKeys } from '../../ui/radioKeys.ts';
import { SignInPreview, type Brand } from './SignInPreview.tsx';
import { PortalPreview } from './PortalPreview.tsx';
import { Rows } from '../../ui/layout.tsx';

/** A preview of the brand while it is edited. */
export function BrandPreview(props: Brand) {
  const { t } = useTranslation();
  const [scheme, setScheme] = useState<'light' | 'dark'>('light');
  return (
    <Box sx={{ position: { lg: 'sticky' }, top: { lg: 94 } }}>
      <Section
        title={t('settings.brand.preview')}
        action={
          <Box
            role="radiogroup"
            onKeyDown={radioKeys}
            aria-label={t('settings.appearance.scheme')}
            sx={(theme) => ({
              display: 'inline-flex',
              border: `1px solid ${theme.vars?.palette.surface.control}`,
              borderRadius: '8px',
              overflow: 'hidden',
            })}
          >
            {(['light', 'dark'] as const).map((each) => (
              <ButtonBase
                key={each}
                role="radio"
                aria-checked={scheme === each}
                tabIndex={scheme === each ? 0 : -1}
                onClick={() => setScheme(each)}
                sx={(theme) => ({
                  px: 3,
                  minHeight: 30,
                  fontSize: 13,
                  fontWeight: 550,
                  color:
                    scheme === each
                      ? theme.vars?.palette.primary.main
                      : theme.vars?.palette.text.secondary,
                  backgroundColor:
                    scheme === each ? theme.vars?.palette.surface.accent : 'transparent',
                  '&:focus-visible': {
                    outline: `2px solid ${theme.vars?.palette.primary.main}`,
                    outlineOffset: -2,
                  },
                })}
              >
                {each === 'light'
                  ? t('settings.brand.previewLight')
                  : t('settings.brand.previewDark')}
              </ButtonBase>
            ))}
          </Box>
        }
      >
        <Typography variant="body2" color="textSecondary" sx={{ mb: 4 }}>
          {t('settings.brand.previewText')}
        </Typography>
        <Rows gap={4}>
          <SignInPreview {...props} scheme={scheme} />
          <PortalPreview {...props} scheme={scheme} />
        </Rows>
      </Section>
    </Box>
  );
}
