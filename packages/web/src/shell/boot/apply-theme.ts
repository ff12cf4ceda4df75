// Runs as a blocking classic script before the first paint, so it must not import anything.
(() => {
  try {
    const theme = localStorage.getItem('pid:theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme;
    const locale = localStorage.getItem('pid:locale') ?? navigator.language;
    document.documentElement.lang = locale.startsWith('id') ? 'id' : 'en';
  } catch {
    // Storage may be forbidden. Then the media query and the document's own language apply.
  }
})();
