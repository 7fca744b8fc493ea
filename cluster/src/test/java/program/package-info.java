/** What a user would write: tesserae and programs that the cluster's tests run. Workers load them from the class path. */
package program;
