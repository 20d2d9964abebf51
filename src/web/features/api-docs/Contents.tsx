import List from '@mui/material/List';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BAR } from './Part.tsx';

export type Entry =
  | { kind: 'heading'; label: string }
  | { kind: 'part'; id: string; label: string; method?: string };

/** The contents of the page, with the current section marked. */
export function Contents({
  entries,
  onChosen,
}: {
  entries: readonly Entry[];
  onChosen?: () => void;
}) {
  const { t } = useTranslation();
  const here = useHere(entries);
  return (
    <Box component="nav" aria-label={t('apidocs.contents')}>
      <List disablePadding sx={{ display: 'grid', gap: 0.25 }}>
        {entries.map((entry) =>
          entry.kind === 'heading' ? (
            <Typography
              key={entry.label}
              component="li"
              variant="caption"
              color="textSecondary"
              sx={{ px: 2.5, pt: 4, pb: 1, fontWeight: 600 }}
            >
              {entry.label}
            </Typography>
          ) : (
            <li key={entry.id}>
              <ListItemButton
                component="a"
                href={`#${entry.id}`}
                selected={here === entry.id}
                aria-current={here === entry.id ? 'location' : undefined}
                onClick={onChosen}
                sx={{ minHeight: 32, py: 1 }}
              >
                <ListItemText
                  primary={entry.label}
                  slotProps={{ primary: { sx: { fontSize: 13, lineHeight: '18px' } } }}
                />
                {entry.method !== undefined && (
                  <Typography
                    variant="caption"
                    component="span"
                    sx={{ fontSize: 10, fontWeight: 600, opacity: 0.85 }}
                  >
                    {entry.method}
                  </Typography>
                )}
              </ListItemButton>
            </li>
          ),
        )}
      </List>
    </Box>
  );
}

/** The part that is highest on the screen. */
function useHere(entries: readonly Entry[]): string | undefined {
  const [here, setHere] = useState<string>();
  const ids = entries.flatMap((entry) => (entry.kind === 'part' ? [entry.id] : [])).join(' ');
  useEffect(() => {
    const parts = ids
      .split(' ')
      .map((id) => document.getElementById(id))
      .filter((part) => part !== null);
    const seen = new Set<Element>();
    const observer = new IntersectionObserver(
      (changes) => {
        for (const { target, isIntersecting } of changes) {
          if (isIntersecting) seen.add(target);
          else seen.delete(target);
        }
        const first = parts.find((part) => seen.has(part));
        if (first) setHere(first.id);
      },
      { rootMargin: `-${BAR + 16}px 0px -60% 0px` },
    );
    for (const part of parts) observer.observe(part);
    return () => observer.disconnect();
  }, [ids]);
  return here;
}
