import TemplateIcon from '@mui/icons-material/DescriptionOutlined';
import Button from '@mui/material/Button';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';

const TemplateChoices = lazy(async () => ({
  default: (await import('./TemplateChoices.tsx')).TemplateChoices,
}));

/** Takes a text from a template; asks first where one is written already. */
export function TemplateMenu({
  onUse,
  replaces,
}: {
  onUse(text: string): void;
  replaces: boolean;
}) {
  const { t } = useTranslation();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [wasOpened, setWasOpened] = useState(false);
  return (
    <>
      <Button
        size="small"
        color="inherit"
        startIcon={<TemplateIcon />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => {
          setAnchor(event.currentTarget);
          setWasOpened(true);
        }}
      >
        {t('compose.useTemplate')}
      </Button>
      <Suspense fallback={null}>
        {wasOpened && (
          <TemplateChoices
            anchor={anchor}
            onClose={() => setAnchor(null)}
            onUse={onUse}
            replaces={replaces}
          />
        )}
      </Suspense>
    </>
  );
}
