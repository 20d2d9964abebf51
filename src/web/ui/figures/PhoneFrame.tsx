import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/** A phone with a conversation: the sender at the top, the messages below. */
export function PhoneFrame({
  from,
  minHeight = 400,
  isTall = false,
  children,
}: {
  from: ReactNode;
  minHeight?: number;
  /**
   * The size of a phone, 280 × 480, whatever it shows beside a form; lower on a low screen, by the height that a
   * page needs for other things (`--beside-phone`).
   */
  isTall?: boolean;
  children: ReactNode;
}) {
  return (
    <Box
      sx={(theme) => ({
        mx: 'auto',
        width: '100%',
        ...(isTall
          ? {
              maxWidth: 280,
              // Below the form on a phone, it is as high as its message asks for.
              minHeight: 200,
              height: {
                md: 'clamp(300px, calc(100vh - var(--beside-phone, 440px)), 480px)',
              },
            }
          : { maxWidth: 320, minHeight }),
        display: 'flex',
        flexDirection: 'column',
        borderRadius: '32px',
        overflow: 'hidden',
        border: `8px solid ${theme.vars?.palette.surface.sunken}`,
        outline: `1px solid ${theme.vars?.palette.divider}`,
        backgroundColor: theme.vars?.palette.background.default,
      })}
    >
      <Box
        sx={(theme) => ({
          py: 3,
          px: 4,
          textAlign: 'center',
          fontWeight: 600,
          fontSize: 13,
          overflowWrap: 'anywhere',
          borderBottom: `1px solid ${theme.vars?.palette.divider}`,
          backgroundColor: theme.vars?.palette.background.paper,
        })}
      >
        <Box
          aria-hidden="true"
          sx={(theme) => ({
            width: 64,
            height: 5,
            borderRadius: 3,
            mx: 'auto',
            mb: 2,
            backgroundColor: theme.vars?.palette.surface.control,
          })}
        />
        {from}
      </Box>
      <Box
        sx={{
          p: 3,
          flex: 1,
          display: 'flex',
          flexDirection: 'column',
          // The messages are at the bottom; a margin, unlike an alignment, leaves the top of a long one in reach.
          '& > :first-child': { mt: 'auto' },
          gap: 3,
          minHeight: 0,
          ...(!isTall && { maxHeight: 460 }),
          overflowY: 'auto',
        }}
      >
        {children}
      </Box>
    </Box>
  );
}
