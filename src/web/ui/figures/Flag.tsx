import type { ScreenLanguage } from '../../i18n/i18n.ts';

/** Drawn, because some systems have no flags among their characters. */
export function Flag({ language }: { language: ScreenLanguage }) {
  return (
    <svg
      viewBox="0 0 24 16"
      width="21"
      height="14"
      aria-hidden="true"
      style={{ borderRadius: 2.5, flex: 'none' }}
    >
      {language === 'en' ? (
        <>
          <path fill="#012169" d="M0 0h24v16H0z" />
          <path stroke="#fff" strokeWidth="3" d="m0 0 24 16M24 0 0 16" />
          <path stroke="#C8102E" strokeWidth="1.2" d="m0 0 24 16M24 0 0 16" />
          <path stroke="#fff" strokeWidth="5" d="M12 0v16M0 8h24" />
          <path stroke="#C8102E" strokeWidth="3" d="M12 0v16M0 8h24" />
        </>
      ) : language === 'sw' ? (
        <>
          <path fill="#fff" d="M0 0h24v16H0z" />
          <path fill="#000" d="M0 0h24v4.8H0z" />
          <path fill="#B00" d="M0 5.6h24v4.8H0z" />
          <path fill="#060" d="M0 11.2h24V16H0z" />
        </>
      ) : (
        <>
          <path fill="#DA291C" d="M0 0h24v16H0z" />
          <path fill="#046A38" d="M0 0h9.6v16H0z" />
          <circle cx="9.6" cy="8" r="3.2" fill="#FFE900" />
          <circle cx="9.6" cy="8" r="1.6" fill="#DA291C" />
        </>
      )}
    </svg>
  );
}
