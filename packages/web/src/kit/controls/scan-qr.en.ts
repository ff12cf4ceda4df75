export const text = {
  title: 'Scan a QR code',
  privacy: 'The picture stays on this device.',
  view: 'Camera picture',
  starting: 'Starting the camera …',
  blocked:
    'This site may not use the camera. Allow it in the browser: press the icon beside the address, then “Camera”. Or choose a picture of the code.',
  missing: 'No camera was found. Choose a picture of the code instead.',
  inUse: 'The camera does not respond; another app may be using it. Close that app, then try again.',
  retry: 'Try the camera again',
  choose: 'Choose a picture',
  noCode: 'There is no QR code in this picture. Choose one in which the code is large and sharp.',
};
export type Text = typeof text;
