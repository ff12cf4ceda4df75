/** Pages show only pictures that this service serves: another server would learn who looks at the page. */
export function isOwnPicture(address: string | null): address is string {
  return (
    address !== null &&
    URL.canParse(address, location.origin) &&
    new URL(address, location.origin).origin === location.origin
  );
}
