// Runs as a blocking classic script before the first paint, so it must not import anything.
(() => {
  try {
    const theme = localStorage.getItem('pid:theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme;
  } catch {
    // Storage may be forbidden. Then the media query applies.
  }
})();
