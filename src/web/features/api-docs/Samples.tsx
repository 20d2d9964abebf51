import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useTranslation } from 'react-i18next';
import { CodeBlock } from '../../ui/figures/CodeBlock.tsx';
import { useDocs } from './docs.ts';
import { SAMPLE_LANGUAGES, type SampleLanguage } from '../../parts/texts/samples.ts';

const NAMES: Record<SampleLanguage, string> = {
  curl: 'curl',
  node: 'Node',
  python: 'Python',
  php: 'PHP',
};

/** One program in the languages that there are of it; the chosen one is chosen for the whole page. */
export function Samples({
  name,
  codes,
}: {
  name: string;
  codes: Partial<Record<SampleLanguage, string>>;
}) {
  const { t } = useTranslation();
  const { language, chooseLanguage } = useDocs();
  const offered = SAMPLE_LANGUAGES.filter((one) => codes[one] !== undefined);
  const shown = offered.includes(language) ? language : offered[0]!;
  return (
    <CodeBlock
      code={codes[shown] ?? ''}
      name={`${name}, ${NAMES[shown]}`}
      head={
        <Tabs
          value={shown}
          onChange={(_event, next: SampleLanguage) => chooseLanguage(next)}
          aria-label={`${t('apidocs.languageOf')}: ${name}`}
          variant="scrollable"
          scrollButtons={false}
          sx={{ minHeight: 38 }}
        >
          {offered.map((one) => (
            <Tab
              key={one}
              value={one}
              label={NAMES[one]}
              sx={{
                textTransform: 'none',
                minHeight: 38,
                minWidth: 0,
                px: 3,
                py: 0,
                fontSize: 12,
                '&:focus-visible': { outlineOffset: -2 },
              }}
            />
          ))}
        </Tabs>
      }
    />
  );
}
