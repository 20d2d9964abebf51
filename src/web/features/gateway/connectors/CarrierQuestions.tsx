import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Folded } from '../../../ui/page/Folded.tsx';
import { Rows } from '../../../ui/page/layout.tsx';
import { Section } from '../../../ui/page/Page.tsx';

const QUESTIONS = ['address', 'login', 'binds', 'pace', 'from'] as const;

/**
 * Beside the form of an SMPP connector: the things that a carrier has to tell.
 * @param children the outcome of the test of the connection, which stays in sight
 */
export function CarrierQuestions({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Box sx={{ position: { lg: 'sticky' }, top: 94 }}>
      <Rows isFluid>
        <Section title={t('connectors.ask.title')}>
          <Questions />
        </Section>
        {children}
      </Rows>
    </Box>
  );
}

/** The same above the form, where it has no room beside it. */
export function FoldedQuestions() {
  const { t } = useTranslation();
  return (
    <Folded title={t('connectors.ask.title')} heading="h2">
      <Questions />
    </Folded>
  );
}

function Questions() {
  const { t } = useTranslation();
  return (
    <>
      <Typography variant="body2" color="textSecondary">
        {t('connectors.ask.text')}
      </Typography>
      <Box component="ul" sx={{ m: 0, mt: 3, pl: 5, fontSize: 13, lineHeight: '18px' }}>
        {QUESTIONS.map((name) => (
          <Box component="li" key={name} sx={{ mb: 2 }}>
            {t(`connectors.ask.${name}`)}
          </Box>
        ))}
      </Box>
      <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
        {t('connectors.ask.test')}
      </Typography>
    </>
  );
}
