package plaza.browser;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.condition.EnabledIf;

/// Tests of pages in Chromium, which are skipped if it is not installed. They start before other
/// classes, because they wait for pages most of the time.
@Order(1)
@EnabledIf(
        value = "plaza.browser.Browser#isInstalled",
        disabledReason = "needs Chromium: apt-get install chromium chromium-driver")
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@interface PageTest {}
