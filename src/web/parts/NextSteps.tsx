import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { Section } from '../ui/page/Page.tsx';

/** The steps that follow a file, numbered, so that nobody gives one without knowing what it starts. */
export function NextSteps({ steps }: { steps: readonly string[] }) {
  const { t } = useTranslation();
  return (
    <Section title={t('fromFile.next')}>
      <Box
        component="ol"
        aria-label={t('fromFile.next')}
        sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 3 }}
      >
        {steps.map((step, at) => (
          <Box component="li" key={step} sx={{ display: 'flex', gap: 3 }}>
            <Box
              component="span"
              aria-hidden="true"
              sx={(theme) => ({
                flex: 'none',
                width: 24,
                height: 24,
                borderRadius: '50%',
                display: 'grid',
                placeItems: 'center',
                fontSize: 12,
                fontWeight: 600,
                color: theme.vars?.palette.text.secondary,
                backgroundColor: theme.vars?.palette.surface.sunken,
              })}
            >
              {at + 1}
            </Box>
            <Box sx={{ minWidth: 0, pt: '2px' }}>{step}</Box>
          </Box>
        ))}
      </Box>
    </Section>
  );
}
