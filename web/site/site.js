// The script of a reference site: the menu of a narrow page. Without it every page can be read all the same.
const nav = document.getElementById("nav");
const menu = document.querySelector("button.menu");

if (nav !== null && menu instanceof HTMLButtonElement) {
  menu.hidden = false;
  menu.addEventListener("click", () => {
    const isOpen = nav.classList.toggle("open");
    menu.setAttribute("aria-expanded", String(isOpen));
    if (isOpen) nav.querySelector("a")?.focus();
  });
}
