import LinkIcon from '@mui/icons-material/LinkOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** Under the page's bar. */
export const BAR = 60;

/** A part of the page with an address of its own: words at the left and, where there is room, code at the right. */
export function Part({
  id,
  title,
  lead,
  level = 2,
  aside,
  children,
}: {
  id: string;
  title: string;
  lead?: ReactNode;
  level?: 2 | 3;
  aside?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <Box
      component="section"
      id={id}
      aria-labelledby={`${id}-title`}
      sx={(theme) => ({
        scrollMarginTop: BAR + 8,
        py: level === 2 ? 9 : 8,
        borderTop: `1px solid ${theme.vars?.palette.divider}`,
        '&:first-of-type': { borderTop: 0 },
      })}
    >
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: !aside
            ? 'minmax(0, 1fr)'
            : { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' },
          columnGap: 9,
          rowGap: 5,
          alignItems: 'start',
        }}
      >
        <Box sx={{ minWidth: 0, maxWidth: aside ? undefined : 860 }}>
          <Heading id={id} title={title} level={level} />
          {lead}
          {children}
        </Box>
        {aside && (
          <Box
            sx={{
              minWidth: 0,
              display: 'grid',
              gridTemplateColumns: 'minmax(0, 1fr)',
              gap: 4,
              position: { lg: 'sticky' },
              top: BAR + 16,
            }}
          >
            {aside}
          </Box>
        )}
      </Box>
    </Box>
  );
}

function Heading({ id, title, level }: { id: string; title: string; level: 2 | 3 }) {
  const { t } = useTranslation();
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        '& a': { opacity: 0 },
        '&:hover a, & a:focus-visible': { opacity: 1 },
      }}
    >
      <Typography
        variant={level === 2 ? 'h1' : 'h2'}
        component={level === 2 ? 'h2' : 'h3'}
        id={`${id}-title`}
        sx={{ overflowWrap: 'anywhere' }}
      >
        {title}
      </Typography>
      <IconButton
        component="a"
        size="small"
        href={`#${id}`}
        aria-label={`${t('apidocs.linkTo')}: ${title}`}
      >
        <LinkIcon sx={{ fontSize: 16 }} />
      </IconButton>
    </Box>
  );
}

/** Prose of a document: paragraphs apart by an empty line, `code` between backticks. */
export function Prose({ text, small }: { text: string; small?: boolean }) {
  return (
    <>
      {text.split(/\n\s*\n/).map((paragraph, at) => (
        <Typography
          key={at}
          variant={small ? 'body2' : 'body1'}
          component="p"
          color="textSecondary"
          sx={{ mt: small ? 1 : 2, overflowWrap: 'anywhere' }}
        >
          <Inline text={paragraph} />
        </Typography>
      ))}
    </>
  );
}

/** One line of prose with its code set as code. */
export function Inline({ text }: { text: string }) {
  return text
    .split(/`([^`]+)`/)
    .map((piece, at) => (
      <Fragment key={at}>{at % 2 === 0 ? piece : <InlineCode>{piece}</InlineCode>}</Fragment>
    ));
}

export function InlineCode({ children }: { children: ReactNode }) {
  return (
    <Box
      component="code"
      sx={(theme) => ({
        fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
        fontSize: '0.9em',
        px: 1,
        py: 0.25,
        borderRadius: '5px',
        color: theme.vars?.palette.text.primary,
        backgroundColor: theme.vars?.palette.surface.sunken,
        overflowWrap: 'anywhere',
      })}
    >
      {children}
    </Box>
  );
}
