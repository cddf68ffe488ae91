// What the reader chose, before anything is painted; without a choice the system decides.
try {
  const chosen = localStorage.getItem("theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset["theme"] = chosen;
} catch (error) {
  // Browsers can refuse storage to pages that are files.
  console.debug("The theme is not remembered:", error);
}
