import ExpandIcon from '@mui/icons-material/ExpandMore';
import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

/** A part of a form that most people need not open: what it is for stands on it. Clipped, not hidden: what hides may be made smaller than it is, and in dialogs on a phone it was. */
export function Folded({
  title,
  text,
  open,
  heading = 'h3',
  children,
}: {
  title: string;
  text?: string;
  open?: boolean;
  /** h2 where it stands in a page by itself. */ heading?: 'h2' | 'h3';
  children: ReactNode;
}) {
  return (
    <Accordion
      defaultExpanded={open}
      slotProps={{ heading: { component: heading } }}
      disableGutters
      elevation={0}
      sx={(theme) => ({
        border: `1px solid ${theme.vars?.palette.divider}`,
        borderRadius: '8px !important',
        '&::before': { display: 'none' },
        overflow: 'clip',
      })}
    >
      <AccordionSummary
        expandIcon={<ExpandIcon />}
        sx={{
          px: 4,
          '& .MuiAccordionSummary-content': { my: 3 },
          '&:focus-visible': { outlineOffset: -2 },
        }}
      >
        <Box>
          <Typography variant="subtitle1" component="span" sx={{ display: 'block' }}>
            {title}
          </Typography>
          {text && (
            <Typography variant="body2" color="textSecondary" component="span">
              {text}
            </Typography>
          )}
        </Box>
      </AccordionSummary>
      <AccordionDetails sx={{ px: 4, pb: 4, pt: 1 }}>{children}</AccordionDetails>
    </Accordion>
  );
}
